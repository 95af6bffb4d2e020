import type { StoredDecision } from '../decisions/decisions.ts'
import type { ActionTaken } from '../terms.ts'

const shown = (value: number | null) => (value === null ? 'unknown' : String(Math.round(value * 100) / 100))

/** The numbers that a rule decided on, in a line. */
function numbersIn({ numbers }: Pick<StoredDecision, 'numbers'>): string {
  return Object.entries(numbers)
    .map(([name, value]) => `${name} ${shown(value)}`)
    .join(', ')
}

function whatIs({ level, entityId, entityName }: Pick<StoredDecision, 'level' | 'entityId' | 'entityName'>): string {
  return entityName === null ? `${level} ${entityId}` : `${level} "${entityName}" (${entityId})`
}

/** What a rule says of an entity: its own words, or its name, with the numbers. */
export function messageFor(name: string, decision: StoredDecision, { wanted }: ActionTaken): string {
  const said = wanted.action === 'notify' ? wanted.message : undefined
  const day = decision.createdAt.toISOString().slice(0, 10)
  const words = (said ?? name).replaceAll('{name}', decision.entityName ?? decision.entityId).replaceAll('{date}', day)
  const numbers = numbersIn(decision)
  return `${words}: ${whatIs(decision)}${numbers === '' ? '' : ` (${numbers})`}`
}

/** What a rule wants done, in a sentence. */
export function plansOf(decision: StoredDecision): string {
  const actions = decision.actions.filter(({ outcome }) => outcome === 'planned').map(wordsOf)
  return `${actions.join(', then ')}: ${whatIs(decision)}. It decided on: ${numbersIn(decision)}.`
}

function wordsOf({ action, input, before }: ActionTaken): string {
  if (action === 'setBudget' || action === 'changeBudget') {
    const field = typeof before?.dailyBudget === 'number' ? 'dailyBudget' : 'lifetimeBudget'
    return `${field} from ${before?.[field]} to ${String(input?.[field])}`
  }
  if (action === 'rename') return `rename to "${String(input?.name)}"`
  return action
}
