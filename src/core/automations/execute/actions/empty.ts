import type { ActionName } from '../../rule/action.ts'
import { isHarmless } from '../terms.ts'

/** What changes the entity itself. */
const changing: readonly ActionName[] = ['pause', 'resume', 'setBudget', 'changeBudget', 'duplicate', 'rename']

/** Whether nothing is left to be changed: then nobody is told that it was, and nothing is labelled so. */
export function isEmpty(actions: readonly { action: ActionName; isIdle: boolean }[]): boolean {
  const changes = actions.filter(({ action }) => changing.includes(action))
  const isAboutIt = actions.every(({ action }) => changing.includes(action) || isHarmless(action))
  return isAboutIt && changes.length > 0 && changes.every(({ isIdle }) => isIdle)
}
