import assert from 'node:assert/strict'

/** What a person does on a consent page; what is not said stays as the page has it. */
export interface ConsentChoices {
  decision?: 'allow' | 'deny'
  /** Whose sandbox accounts they open. */
  tenant?: string
  person?: 'owner' | 'assistant'
  /** Which of the boxes stay ticked. */
  scopes?: string[]
  accounts?: string[]
}

interface ConsentForm {
  action: string
  fields: URLSearchParams
}

/** A simulated consent page as a browser without script has it: opened, filled in and sent. Answers where the person is sent. */
export async function consentAt(authorizeUrl: string, choices: ConsentChoices = {}): Promise<URL> {
  const { decision = 'allow', tenant, person, scopes, accounts } = choices
  let page = await openConsent(authorizeUrl)
  if (tenant !== undefined || person !== undefined) {
    const { action, fields } = only(page.forms.slice(0, 1))
    if (tenant !== undefined) fields.set('tenant', tenant)
    if (person !== undefined) fields.set('person', person)
    page = readPage(await sendForm(action, fields, 'switch'), action)
  }
  const { action, fields } = only(page.forms.slice(1, 2))
  for (const [name, kept] of [
    ['scope', scopes],
    ['account', accounts],
  ] as const) {
    if (!kept) continue
    fields.delete(name)
    for (const value of kept) fields.append(name, value)
  }
  const answer = await sendForm(action, fields, decision)
  const location = answer.headers.get('location')
  assert.ok(answer.status === 302 && location !== null, `${answer.status} ${answer.text}`)
  return new URL(location)
}

/** The page as it is shown: its text and its forms, that of the person first. */
export async function openConsent(authorizeUrl: string): Promise<{ text: string; forms: ConsentForm[] }> {
  const answer = await fetch(authorizeUrl, { redirect: 'manual' })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  return readPage({ text }, authorizeUrl)
}

export async function sendForm(action: string, fields: URLSearchParams, decision: string) {
  const body = new URLSearchParams(fields)
  body.set('decision', decision)
  const answer = await fetch(action, {
    method: 'POST',
    body,
    headers: { origin: new URL(action).origin },
    redirect: 'manual',
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

function readPage({ text }: { text: string }, address: string): { text: string; forms: ConsentForm[] } {
  const forms = [...text.matchAll(/<form[^>]*action="([^"]*)"[\s\S]*?<\/form>/g)].map(([form, action = '']) => {
    const fields = new URLSearchParams()
    for (const [input] of form.matchAll(/<input[^>]*>/g)) {
      const attribute = (name: string) => plain(new RegExp(`\\s${name}="([^"]*)"`).exec(input)?.[1] ?? '')
      const isBox = ['checkbox', 'radio'].includes(attribute('type'))
      if (!isBox || /\schecked\b/.test(input)) fields.append(attribute('name'), attribute('value'))
    }
    return { action: new URL(plain(action), address).href, fields }
  })
  return { text, forms }
}

function plain(text: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? '')
}

function only<T>(found: T[]): T {
  const [first] = found
  assert.ok(first !== undefined, 'the page has no such form')
  return first
}
