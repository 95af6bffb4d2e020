import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { formFields } from './fields.gen.ts'
import { useForm } from './use-form.ts'

/** A form of a key, as a page has it. */
function formOf(name: string) {
  let form: ReturnType<typeof make> | undefined
  const make = () => useForm('createKey', { name, scopes: ['read'], for: 'script' })
  const Page = () => ((form = make()), null)
  renderToStaticMarkup(createElement(Page))
  assert.ok(form)
  return form
}

test('a field asks for what the operation asks for, and the form is ready when all of it is there', () => {
  const { required, maxLength } = formFields.createKey.name
  const field = formOf('').text('name')
  assert.deepEqual([field.required, field.maxLength, field.value], [required, maxLength, ''])
  const ready = ['', '   ', 'x', 'x'.repeat(maxLength), 'x'.repeat(maxLength + 1)].map((name) => formOf(name).isReady)
  assert.deepEqual(ready, [false, false, true, true, false])
})

test('a list of words has those that the operation takes, by their titles', () => {
  const { options, value } = formOf('Nightly').choice('for', { script: 'A script', agent: 'An agent' })
  assert.equal(value, 'script')
  assert.deepEqual(options, [
    { value: 'script', label: 'A script' },
    { value: 'agent', label: 'An agent' },
  ])
})

test('what is left empty is not sent, and a number that was written in is a number', () => {
  let sent: object | undefined
  let amount: { value: string } | undefined
  const Page = () => {
    const form = useForm('createCampaign', {
      name: 'Spring',
      dailyBudget: '12.50',
      lifetimeBudget: '',
      campaignSpendCap: 'much',
    })
    sent = form.sent()
    amount = form.amount('dailyBudget')
    return null
  }
  renderToStaticMarkup(createElement(Page))
  assert.deepEqual(sent, { name: 'Spring', dailyBudget: 12.5, campaignSpendCap: 'much' })
  assert.equal(amount?.value, '12.50')
})

test('a field that the operation does not have, or of another type, does not compile', () => {
  const form = formOf('Nightly')
  const wrong = [
    // @ts-expect-error It has no such field.
    () => useForm('createKey', { name: '', title: '' }),
    // @ts-expect-error A name is no number.
    () => useForm('createKey', { name: 1 }),
    // @ts-expect-error There is no such scope.
    () => useForm('createKey', { scopes: ['spend'] }),
    // @ts-expect-error It has no such field.
    () => form.text('title'),
    // @ts-expect-error A list is no text.
    () => form.text('scopes'),
    // @ts-expect-error A word has no title.
    () => form.choice('for', { script: 'A script' }),
    // @ts-expect-error There is no such word.
    () => form.choice('for', { script: 'A script', agent: 'An agent', robot: 'A robot' }),
    // @ts-expect-error A name is no number.
    () => form.set({ name: 1 }),
  ]
  // Only React calls what begins with "use".
  const [first] = wrong
  assert.ok(first)
  assert.throws(first)
})
