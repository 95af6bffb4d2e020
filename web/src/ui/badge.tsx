import type { ReactNode } from 'react'
import { stateWord } from '../languages/t.ts'
import { cx } from './classes.ts'

export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'calm'

const tones: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  busy: 'bg-accent-soft text-accent',
  calm: 'bg-raised text-text',
}

export function Badge({ tone = 'calm', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center rounded px-1.5 py-0.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}

const toneOf: Record<string, Tone> = {
  success: 'good', launched: 'good', active: 'good', ok: 'good', done: 'good', approved: 'good', enabled: 'good', delivered: 'good',
  running: 'busy', processing: 'busy', pending: 'busy', queued: 'busy', asked: 'busy', waiting: 'busy', launching: 'busy',
  partial: 'warn', partial_success: 'warn', unsure: 'warn', warn: 'warn', expiring: 'warn', ask: 'warn', skipped: 'warn', unknown: 'warn',
  failed: 'bad', error: 'bad', broken: 'bad', refused: 'bad', expired: 'bad', disabled: 'bad', dead: 'bad', revoked: 'bad',
} // prettier-ignore

/** A state, in the service's own word, in the colour that people expect. */
export function State({ word }: { word: string }) {
  return <Badge tone={toneOf[word.toLowerCase()] ?? 'calm'}>{stateWord(word)}</Badge>
}
