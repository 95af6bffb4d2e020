import type { Operation } from '../../../call/operation.ts'
import { commandSample } from './command.ts'
import { curlSample } from './curl.ts'
import { sampleRequest } from './request.ts'
import { typescriptSample } from './typescript.ts'

/** The example of an operation in the ways in which it can be sent. */
export interface CodeSample {
  lang: 'Shell' | 'TypeScript'
  label: string
  source: string
}

export function samplesOf(operation: Operation, publicUrl: string): CodeSample[] {
  const request = sampleRequest(operation)
  if (!request) return []
  const command = commandSample(operation, publicUrl)
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(request, publicUrl) },
    { lang: 'TypeScript', label: 'TypeScript', source: typescriptSample(operation, publicUrl) },
    ...(command ? [{ lang: 'Shell' as const, label: 'Command line', source: command }] : []),
  ]
}
