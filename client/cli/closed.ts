import { metricTitles, reportGroups } from '../src/index.ts'
import type { MetricName, ReportGroup } from '../src/index.ts'
import { didYouMean, listed, plain } from '../src/sheet/words.ts'
import { CommandProblem } from './exit.ts'

const metrics = Object.keys(metricTitles) as MetricName[]

export const readMetrics = (option: string, text: string): MetricName[] => eachOf(option, text, metrics)
export const readGroups = (option: string, text: string): ReportGroup[] => eachOf(option, text, reportGroups)

function eachOf<Word extends string>(option: string, text: string, words: readonly Word[]): Word[] {
  const given = text.split(',').map((word) => word.trim())
  return given.filter((word) => word !== '').map((word) => oneOf(option, word, words))
}

/** A word of a closed list; capitals and spaces do not matter. */
function oneOf<Word extends string>(option: string, text: string, words: readonly Word[]): Word {
  const found = words.find((word) => plain(word) === plain(text))
  if (found !== undefined) return found
  throw new CommandProblem(`${option} does not know "${text}".${didYouMean(text, words)} It takes ${listed(words)}.`)
}
