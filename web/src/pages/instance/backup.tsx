import type { InstanceBackup } from '../../../../client/src/index.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { bytes, moment } from '../../ui/words/format.ts'
import { t } from '../../languages/t.ts'

const states: Record<InstanceBackup['state'], { tone: Tone; word: string; next: string | null }> = {
  ok: { tone: 'good', word: t('verified'), next: null },
  old: {
    tone: 'warn',
    word: t('old'),
    next: t('More than two nights have passed since. See in the log why none was taken.'),
  },
  failed: {
    tone: 'bad',
    word: t('failed'),
    next: t('Make room or mend what it says, then run flightdeck backup FILE.'),
  },
  none: {
    tone: 'warn',
    word: t('none'),
    next: t('Set BACKUP_DIR for one every night, or run flightdeck backup FILE.'),
  },
  first: { tone: 'calm', word: t('tonight'), next: t('The first comes tonight.') },
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
        <p>{t('There is no backup that was read to its last byte.')}</p>
      )}
      {failed && (
        <p className="wrap-anywhere text-bad">
          {t('That of {takenAt}, {file}, is not whole: {problem}', {
            takenAt: moment(failed.takenAt),
            file: failed.file,
            problem: failed.problem,
          })}
        </p>
      )}
      {next && <p className="text-muted">{next}</p>}
    </div>
  )
}
