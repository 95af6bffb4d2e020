import type { InstanceBackup } from '../../../../client/src/index.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { bytes, moment } from '../../ui/words/format.ts'

const states: Record<InstanceBackup['state'], { tone: Tone; word: string; next: string | null }> = {
  ok: { tone: 'good', word: 'verified', next: null },
  old: {
    tone: 'warn',
    word: 'old',
    next: 'More than two nights have passed since. See in the log why none was taken.',
  },
  failed: { tone: 'bad', word: 'failed', next: 'Make room or mend what it says, then run flightdeck backup FILE.' },
  none: { tone: 'warn', word: 'none', next: 'Set BACKUP_DIR for one every night, or run flightdeck backup FILE.' },
  first: { tone: 'calm', word: 'tonight', next: 'The first comes tonight.' },
}

/** The last backup that was read to its last byte, and what to do next. */
export function Backup({ backup: { state, verified, failed } }: { backup: InstanceBackup }) {
  const { tone, word, next } = states[state]
  return (
    <div className="flex flex-col gap-2">
      <p>
        <Badge tone={tone}>{word}</Badge>
      </p>
      {verified ? (
        <p className="wrap-anywhere">
          {moment(verified.takenAt)}, {bytes(verified.bytes)}: {verified.file}
        </p>
      ) : (
        <p>There is no backup that was read to its last byte.</p>
      )}
      {failed && (
        <p className="wrap-anywhere text-bad">
          That of {moment(failed.takenAt)}, {failed.file}, is not whole: {failed.problem}
        </p>
      )}
      {next && <p className="text-muted">{next}</p>}
    </div>
  )
}
