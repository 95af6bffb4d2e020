/** What the journal knows of a write. `none`: it has no row. */
export const writeStates = {
  none: 'nobody has asked for it yet',
  open: 'its intent is on disk: it may exist, be on its way, or never have left',
  done: 'it exists, and the platform said what it is called',
  refused: 'the platform said no: it does not exist',
  absent: 'it surely does not exist: nothing was sent, or it was looked for when it could no longer come',
} as const

export type WriteState = keyof typeof writeStates

/** What can happen to a write. */
export const writeEvents = {
  asked: 'somebody wants it made, for the first time or again',
  answered: 'the platform took it',
  refused: 'the platform said no, and would say no again',
  unsent:
    'nothing was made: the platform asked for a pause or could not be reached, a file of ours could not be read, or there was no place to send',
  lost: 'its answer was lost, or said nothing',
  broken: 'something of ours failed on the way',
  found: 'a look shows what it made',
  taken: 'what a look showed belongs to another write that was quicker',
  gone: 'a look does not show it, and it can no longer come',
  unseen: 'a look does not show it, but it may still come',
  unclear: 'a look allows no conclusion',
  harmless: 'no look is needed: made twice it is the same',
  doubtful:
    'a repeat of it was refused or not sent, which says nothing about the first: that may have taken effect, in whole or in part',
  hopeless: 'its answer was lost too often, and it is gone or harmless',
  unusable: 'what it made cannot be used any more',
} as const

export type WriteEvent = keyof typeof writeEvents

/** What is done next. */
export const nextSteps = {
  send: 'it is sent, within 3 s or not at all',
  look: 'it is looked for on the platform',
  answer: 'whoever asked gets the answer',
  ask: 'it is asked for anew',
  wait: 'it is asked for again later; nothing is guessed',
  report: 'whoever asked is told',
} as const

export type NextStep = keyof typeof nextSteps

export interface WriteMove {
  from: WriteState
  event: WriteEvent
  to: WriteState
  then: NextStep
  why: string
}

/**
 * Exactly once, as a table: every write of a launch, an operation, a copy, an undo, a rule or an approval goes by it, and nothing that is
 * not listed happens. The rows of `asked` are what a repeat does.
 */
export const writeMoves: WriteMove[] = [
  { from: 'none', event: 'asked', to: 'open', then: 'send', why: 'the intent is on disk before anything is sent' },
  { from: 'refused', event: 'asked', to: 'open', then: 'send', why: 'it does not exist, and may be taken now' },
  { from: 'absent', event: 'asked', to: 'open', then: 'send', why: 'it does not exist' },
  { from: 'open', event: 'asked', to: 'open', then: 'look', why: 'an earlier attempt may have made it' },
  { from: 'done', event: 'asked', to: 'done', then: 'answer', why: 'the same answer again; nothing is sent' },
  { from: 'open', event: 'answered', to: 'done', then: 'answer', why: 'the row is closed with the id' },
  { from: 'absent', event: 'answered', to: 'done', then: 'answer', why: 'it came after all, and nobody sent it again' },
  { from: 'open', event: 'refused', to: 'refused', then: 'report', why: 'what they said is passed on' },
  {
    from: 'open',
    event: 'unsent',
    to: 'absent',
    then: 'report',
    why: 'a brief pause is waited for; else it is asked later',
  },
  { from: 'open', event: 'lost', to: 'open', then: 'look', why: 'it may exist; how often in a row is counted' },
  { from: 'open', event: 'broken', to: 'open', then: 'report', why: 'it may exist, so the next attempt looks' },
  { from: 'open', event: 'found', to: 'done', then: 'answer', why: 'adopted as ours' },
  { from: 'open', event: 'taken', to: 'open', then: 'look', why: 'ours is another one' },
  { from: 'open', event: 'gone', to: 'absent', then: 'ask', why: 'after a pause that grows with each lost answer' },
  { from: 'open', event: 'unseen', to: 'open', then: 'wait', why: 'sent again now, there could be two' },
  { from: 'open', event: 'unclear', to: 'open', then: 'wait', why: 'either answer would be a guess' },
  { from: 'open', event: 'harmless', to: 'open', then: 'send', why: 'after a pause that grows with each lost answer' },
  {
    from: 'open',
    event: 'doubtful',
    to: 'open',
    then: 'report',
    why: 'only an answer to a repeat says that all of it is so',
  },
  { from: 'open', event: 'hopeless', to: 'absent', then: 'report', why: 'every loop has an end' },
  { from: 'done', event: 'unusable', to: 'absent', then: 'report', why: 'the next attempt makes it anew' },
]

/** The one move for what happened; what is not listed is a mistake of ours. */
export function writeMove(from: WriteState, event: WriteEvent): WriteMove {
  const move = writeMoves.find((each) => each.from === from && each.event === event)
  if (!move) throw new Error(`A write that is ${from} cannot be ${event}.`)
  return move
}

/** The state in which an open write is closed by something that shows that it does not exist. */
export function closedBy(event: 'refused' | 'unsent' | 'gone' | 'hopeless'): 'refused' | 'absent' {
  return writeMove('open', event).to as 'refused' | 'absent'
}

/** The states in which something can happen to a row, for a statement. */
function statesText(event: WriteEvent, then: NextStep): string {
  const moves = writeMoves.filter((move) => move.event === event && move.then === then && move.from !== 'none')
  return moves.map(({ from }) => `'${from}'`).join(', ')
}

/** The platform's answer to the last attempt is written down in these. */
export const answeredInText = statesText('answered', 'answer')

/** For an INSERT INTO journal AS mine: a write of which nothing exists is taken up anew, any other is left as it is. */
export const takenUpAnewText = `
  ON CONFLICT (company_id, platform, account_id, key) DO UPDATE SET
    state = 'open', fence = excluded.fence, attempt = mine.attempt + 1, digest = excluded.digest, item_id = excluded.item_id,
    intent_at = clock_timestamp(), first_intent_at = clock_timestamp(),
    certain_after = excluded.certain_after, closed_at = NULL, answer = NULL
    WHERE mine.state IN (${statesText('asked', 'send')})`
