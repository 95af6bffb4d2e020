import { placesOf } from '../../../client/src/places.ts'
import type { Entry } from './document-types.ts'

/** What a client has beside its resources. */
const taken = ['all', 'request', 'upload', 'waitForBatch', 'batchEvents', 'companyEvents']

/** The types of what the client puts together when it is made: by the same rule, so that nothing of it is carried along. */
export function writeResources(entries: Entry[], isPaged: (entry: Entry) => boolean): string {
  const table = entries.map((entry) => {
    const { path, method, described } = entry
    return [described.operationId, { path, method, ...(isPaged(entry) ? { goesOnWith: 'cursor' } : {}) }] as const
  })
  const places = [...placesOf(Object.fromEntries(table))]
  const flat = new Set([...taken, ...entries.map(({ described }) => described.operationId)])
  const resources = Map.groupBy(places, ([, { resource }]) => resource)
  const written = [...resources].map(([resource, own]) => {
    if (flat.has(resource)) throw new Error(`The resource ${resource} has the name of a function of the client.`)
    const names = Map.groupBy(own, ([, { method }]) => method)
    const twins = [...names].find(([, those]) => those.length > 1)
    if (twins) throw new Error(`${twins[1].map(([name]) => name).join(' and ')} are both ${resource}.${twins[0]}.`)
    return `  ${resource}: {\n${own.map(([name, { method }]) => methodOf(entries, name, method)).join('\n')}\n  }`
  })
  return `/** The same operations by what they are about: \`batches.status\` is \`getBatchStatus\`. */\nexport interface Resources {\n${written.join('\n')}\n}`
}

function methodOf(entries: Entry[], name: string, method: string): string {
  const { summary } = entries.find(({ described }) => described.operationId === name)!.described
  return `    /** ${summary.replaceAll('*/', '* /')} */\n    ${method}: Operations['${name}']`
}
