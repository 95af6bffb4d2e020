import { t } from '../languages/t.ts'
import { say, sayProblem } from './say.ts'

/** Puts a text on the clipboard and says so. Over plain HTTP to another machine browsers have none: there the text itself is said. */
export function copyText(text: string, done: string, description?: string): void {
  if ('clipboard' in navigator) navigator.clipboard.writeText(text).then(() => say(done, description), sayProblem)
  else say(t('Over plain HTTP the browser copies nothing by itself. Select it and copy it:'), text)
}
