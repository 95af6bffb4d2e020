import { exampleSandboxUrl } from '../../../src/http/docs/as-it-runs.ts'
import { examplePublicUrl } from '../../../src/http/docs/samples/replies.ts'

const maxItems = 1
const maxText = 200

/** An answer as documents show it: short, of no machine, and without what opens anything. */
export function exampleOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, maxItems).map(exampleOf)
  if (typeof value === 'string') return shortened(unknown(value))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, exampleOf(each)]))
}

/** What opens something is 32 letters behind ak_, or 43 by themselves. */
function unknown(text: string): string {
  return text
    .replaceAll(/\bak_[A-Za-z0-9]{32}\b/g, `ak_${'x'.repeat(32)}`)
    .replaceAll(/(?<![A-Za-z0-9_-])(?:whsec_|fd[tro]_)?[A-Za-z0-9_-]{43}=?(?![A-Za-z0-9_-])/g, 'x'.repeat(43))
    .replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):\d+(?=\/_)/g, exampleSandboxUrl)
    .replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):(?!8081\b)\d+/g, examplePublicUrl)
}

function shortened(text: string): string {
  return text.length <= maxText ? text : `${text.slice(0, maxText)}…`
}

/** How much of what may be there is there: how many fields say something. */
export function richnessOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + richnessOf(each), 0)
  if (typeof value !== 'object' || value === null) return value === null || value === '' ? 0 : 1
  return Object.values(value).reduce<number>((sum, each) => sum + richnessOf(each), 0)
}
