import type { Meeting } from './shapes.ts'

const winners: Record<string, string> = {
  this: 'this rule acts there',
  other: 'the other acts there',
  first: 'whichever is checked first acts there',
  mixed: 'who acts depends on the entity',
}

/** In a sentence, with who wins. */
export function meetingWords({ ruleId, name, entities, wins }: Meeting): string {
  const where = entities === null ? '' : ` on ${entities.toLocaleString('en')}`
  return `${entities === null ? 'It may meet' : 'It meets'} rule ${ruleId} (${name})${where}: ${winners[wins] ?? wins}.`
}
