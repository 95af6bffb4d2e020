import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtIn } from '../../index.ts'
import { checkFields, fieldFacts } from './given-fields.ts'

const schemas = builtIn.all.flatMap(({ title, credentials, oauth }) => [
  { title: `credentials of ${title}`, schema: credentials },
  ...(oauth ? [{ title: `app of ${title}`, schema: oauth.app }] : []),
])
/** Words that only the validator has. */
const raw = /Invalid|expected|received|undefined|ZodError|NaN/

for (const { title, schema } of schemas) {
  const facts = fieldFacts(schema)

  test(`every field in the ${title} says where to find it, and which of them are secrets`, () => {
    for (const { name, description } of facts) assert.match(description, /\w{3}.*\.$/, name)
    assert.ok(facts.some(({ isSecret }) => isSecret))
    for (const { name, isSecret } of facts) assert.equal(isSecret, /token$|secret$|Key$/i.test(name), name)
  })

  test(`whatever is wrong with the ${title} is told in our words, with its field`, () => {
    const { problems } = checkFields(schema, {})
    const wanted = facts.filter(({ isRequired }) => isRequired)
    assert.deepEqual(
      problems?.map(({ field }) => field),
      wanted.map(({ name }) => name),
    )
    for (const [index, { message }] of problems.entries())
      assert.equal(`${message}.`, `is missing. ${wanted[index]!.description}`)
    for (const strange of ['', 7, null, ['x'], { a: 1 }, true, 'x', 'x'.repeat(600)]) {
      const given = Object.fromEntries(facts.map(({ name }) => [name, strange]))
      for (const { message } of checkFields(schema, given).problems ?? []) assert.doesNotMatch(message, raw)
    }
    for (const whole of [null, 7, 'text', ['x'], undefined])
      assert.deepEqual(checkFields(schema, whole).problems, [{ field: null, message: 'must be an object with fields' }])
  })
}

test('a field that is none is named, and a secret in its place is not', () => {
  const { schema } = schemas[0]!
  const secret = 'EAAB.this-stands-where-a-name-should'
  const { problems } = checkFields(schema, { accessToken: 'long enough to be one', token: 'x', [secret]: 'x' })
  assert.deepEqual(
    problems?.map(({ field }) => field),
    ['token', null],
  )
  assert.ok(!JSON.stringify(problems).includes(secret))
})

test('what is right comes back as it will be stored', () => {
  const app = builtIn.driver('pinterest')!.oauth!.app
  const { values } = checkFields(app, { clientId: ' 149 ', clientSecret: 'secret-enough' })
  assert.deepEqual(values, { clientId: '149', clientSecret: 'secret-enough' })
})
