import type { Operation } from '../../../call/operation.ts'
import { required } from '../../../lookup.ts'
import { fileTypeOf } from '../parts.ts'
import { operationId } from '../paths.ts'
import { fileNameIn, sampleRequest } from './request.ts'

/** A call of the typed client that can be pasted into a file and run. */
export function typescriptSample(operation: Operation, publicUrl: string): string {
  const { file, needsKey } = required(sampleRequest(operation), 'sample request')
  const key = needsKey ? ', key: process.env.FLIGHTDECK_KEY' : ''
  return [
    `import { createFlightdeck } from '@flightdeck/client'`,
    '',
    `const flightdeck = createFlightdeck({ baseUrl: ${literal(publicUrl)}${key} })`,
    ...(file ? [`const file = await (await fetch(${literal(file)})).blob()`] : []),
    `const reply = await flightdeck.${operationId(operation)}(${inputOf(operation, file)})`,
    `console.log(${readingOf(operation)})`,
  ].join('\n')
}

function inputOf(operation: Operation, file: string | null): string {
  if (file) return `{ file: new File([file], ${literal(fileNameIn(file))}) }`
  // The router calls the rest of an address "*".
  const given = Object.entries(operation.example ?? {}) as [string, unknown][]
  const named = given.map(([field, value]) => [field === '*' ? 'path' : field, value] as const)
  return named.length > 0 ? literal(Object.fromEntries(named)) : ''
}

function readingOf(operation: Operation): string {
  const type = fileTypeOf(operation)
  if (type === null) return 'reply'
  return type === '*/*' ? 'await reply.blob()' : 'await reply.text()'
}

const widest = 80

/** A value as people write it. */
function literal(value: unknown, depth = 0): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((each) => literal(each, depth + 1))
    : Object.entries(value).map(([name, each]) => `${nameOf(name)}: ${literal(each, depth + 1)}`)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  const edge = isList ? '' : ' '
  const line = `${open}${edge}${parts.join(', ')}${edge}${close}`
  if (line.length + depth * 2 <= widest && !line.includes('\n')) return line
  const indent = '  '.repeat(depth)
  return `${open}\n${parts.map((part) => `${indent}  ${part},`).join('\n')}\n${indent}${close}`
}

function nameOf(field: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(field) ? field : literal(field)
}
