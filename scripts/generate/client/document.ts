import { operations } from '../../../src/api/index.ts'
import { describeAll } from '../../../src/http/docs/openapi.ts'
import { closeWords } from './closed-words.ts'
import type { Answer, Described, Document, Parameter } from './document-types.ts'

/** Where this installation is and which version it has is no part of the client. */
const nowhere = { version: '1', publicUrl: 'http://127.0.0.1', sandboxUrl: null }

/**
 * The interface, without what the hand-written layer does for everybody: failures are errors that are thrown, headers are sent by
 * the layer, and lists of calls in one (207) are several calls.
 */
export async function clientDocument(): Promise<Document> {
  const { openapi, info, paths, components } = describeAll(operations, nowhere) as unknown as Document
  for (const methods of Object.values(paths)) for (const described of Object.values(methods)) simplify(described)
  const document = { openapi, info, paths, components: { schemas: components.schemas } }
  await closeWords(document)
  return document
}

function simplify(described: Described): void {
  const wanted = described.parameters.filter(
    ({ name, in: place }) => place !== undefined && place !== 'header' && name !== 'batch',
  )
  described.parameters = wanted.map((parameter) => (parameter.in === 'path' ? withNumbers(parameter) : parameter))
  const good = Object.entries(described.responses).filter(([status]) => Number(status) < 300 && status !== '207')
  described.responses = Object.fromEntries(good.map(([status, answer]) => [status, withoutFiles(answer)]))
}

/** Replies tell ids of ours as numbers; they may be put back as they came. */
function withNumbers(parameter: Parameter): Parameter {
  return { ...parameter, schema: { ...parameter.schema, type: ['string', 'integer'] } }
}

/** What can be asked for as a file besides is had from `request`, which answers with the file. */
function withoutFiles({ description, content }: Answer): Answer {
  const json = content['application/json']
  return { description, content: json ? { 'application/json': json } : content }
}
