import { metricTitles } from '../../../client/src/index.ts'
import { wordFor } from '../languages/t.ts'

/** What a metric is called; one that a newer service has and this page does not know, by its own name. */
export function metricTitle(name: string): string {
  return wordFor(metricTitles[name] ?? name)
}
