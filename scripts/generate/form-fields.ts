import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { operations } from '../../src/api/index.ts'
import { formatted } from '../format.ts'
import { root } from './stale-files.ts'

/** What the forms of the dashboard ask for, read from the operations that they fill in. */

interface Schema {
  type?: string
  minLength?: number
  maxLength?: number
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

const file = 'web/src/data/form/fields.gen.ts'
const limits = ['minLength', 'maxLength'] as const
const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export async function formFields(): Promise<Record<string, string>> {
  const known = new Map(operations.map((operation) => [camelCase(operation.name), operation.input]))
  const forms = formNames().map((name) => {
    const input = known.get(name)
    if (!input) throw new Error(`A form of the dashboard is for ${name}, and there is no such operation.`)
    return [name, fieldsOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as unknown as Schema)]
  })
  const source = `
    // Made by \`npm run client\` from the operations that the dashboard has forms for. Do not edit.

    /** What a field that is written in takes. */
    export interface FormField {
      required?: true
      minLength?: number
      maxLength?: number
      /** It takes a number, which is written in like any text. */
      number?: true
    }

    export const formFields = ${JSON.stringify(Object.fromEntries(forms))} as const satisfies Record<string, Record<string, FormField>>
  `
  return { [file]: await formatted(root, file, source) }
}

/** Each operation that a form is for: where a page says \`useForm('createKey', …)\`. */
function formNames(): string[] {
  const sources = globSync('web/src/pages/**/*.tsx', { cwd: root }).map((path) =>
    readFileSync(join(root, path), 'utf8'),
  )
  return [
    ...new Set(sources.flatMap((source) => [...source.matchAll(/\buseForm\(\s*'(\w+)'/g)].map(([, name]) => name!))),
  ].sort()
}

function fieldsOf({ properties = {}, required = [] }: Schema): Record<string, object> {
  const known = Object.entries(properties).flatMap(([name, schema]) => {
    const said = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
    const isNumber = said.type === 'number' || said.type === 'integer'
    if (said.type !== 'string' && !isNumber) return []
    const isNeeded = required.includes(name) && !schema.anyOf?.some(({ type }) => type === 'null')
    const own = Object.fromEntries(limits.flatMap((limit) => (said[limit] === undefined ? [] : [[limit, said[limit]]])))
    return [[name, { ...(isNeeded && { required: true }), ...own, ...(isNumber && { number: true }) }] as const]
  })
  return Object.fromEntries(known.filter(([, field]) => Object.keys(field).length > 0))
}
