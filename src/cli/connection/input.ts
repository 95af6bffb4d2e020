import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import type { z } from 'zod'
import type { Platform } from '../../platforms/contract/platform.ts'
import { checkFields, fieldFacts } from '../../platforms/kit/fields/given-fields.ts'
import { explain } from '../print.ts'
import { CommandProblem } from '../problem.ts'

export type Credentials = Record<string, string>

/** The longest service account files are a few thousand characters. */
const maxTextLength = 100_000

/** What somebody gives here, by the names of its fields. */
interface Wanted {
  /** Of what it is. */
  title: string
  schema: z.ZodObject
}

const wantedBy = ({ title, credentials }: Platform): Wanted => ({ title, schema: credentials })

/** What opens a platform. */
export const readCredentialsText = (file: string | undefined, platform: Platform) =>
  readFieldsText(file, wantedBy(platform))

/** Checks the text by the platform's own rules. */
export const parseCredentials = (platform: Platform, text: string): Credentials => parseFields(wantedBy(platform), text)

/** From the file or from standard input, never from an argument: arguments end up in histories and process lists. */
export async function readFieldsText(file: string | undefined, wanted: Wanted): Promise<string> {
  const text = (file === undefined ? await readInput(wanted) : await readGivenFile(file)).trim()
  if (text === '') throw new CommandProblem(`No credentials were given. ${expectation(wanted)}`)
  if (text.length > maxTextLength) throw new CommandProblem('That is too long to be credentials.')
  return text
}

async function readGivenFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: { code?: string }) => {
    throw new CommandProblem(`${file} cannot be read (${error.code ?? 'unknown reason'}).`)
  })
}

async function readInput(wanted: Wanted): Promise<string> {
  if (!process.stdin.isTTY) return readAll(process.stdin)
  explain(`${expectation(wanted)} Paste it (it stays hidden), then press Enter and Ctrl-D.`)
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silence, terminal: true })
  reader.on('SIGINT', () => process.exit(130))
  const lines: string[] = []
  for await (const line of reader) lines.push(line)
  return lines.join('\n')
}

/** Checks the text by its own rules. Every problem is named; no value is ever repeated. */
export function parseFields(wanted: Wanted, text: string): Credentials {
  const given = text.startsWith('{') ? parseJson(wanted, text) : bareToken(wanted, text)
  const { values, problems } = checkFields(wanted.schema, given)
  if (values) return values
  const described = problems.map(({ field, message }) => (field ? `${field} ${message}` : message)).join('; ')
  throw new CommandProblem(`These are not credentials for ${wanted.title}: ${described}. ${expectation(wanted)}`)
}

function parseJson(wanted: Wanted, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text.
    throw new CommandProblem(`The credentials start like JSON but are not valid JSON. ${expectation(wanted)}`)
  }
}

function bareToken(wanted: Wanted, text: string): Credentials {
  const { required } = fieldsOf(wanted)
  const [only] = required
  if (required.length !== 1 || only === undefined || /\s/.test(text)) {
    throw new CommandProblem(`The credentials cannot be read. ${expectation(wanted)}`)
  }
  return { [only]: text }
}

function fieldsOf({ schema }: Wanted): { required: string[]; optional: string[] } {
  const facts = fieldFacts(schema)
  const namesOf = (isRequired: boolean) =>
    facts.filter((each) => each.isRequired === isRequired).map(({ name }) => name)
  return { required: namesOf(true), optional: namesOf(false) }
}

/** What the platform wants, in words. */
function expectation(wanted: Wanted): string {
  const { required, optional } = fieldsOf(wanted)
  const also = optional.length > 0 ? ` and, if you like, ${optional.join(', ')}` : ''
  const bare = required.length === 1 ? `, or the bare ${required.join('')}` : ''
  return `${wanted.title} wants a JSON object with ${required.join(', ')}${also}${bare}.`
}
