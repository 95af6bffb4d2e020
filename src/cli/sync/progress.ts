import type { ReportAccount, SyncProgress } from '../../core/reports/sync/types.ts'
import { countOf } from '../print.ts'

export interface Screen {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

const barWidth = 16
const redrawAfterMs = 100

interface Standing {
  daysDone: number
  daysTotal: number
  rows: number
}

/** A bar on a terminal; elsewhere one line for each account that is done. */
export function createSyncProgress(accounts: ReportAccount[], screen: Screen, now: () => number = Date.now) {
  const standings = new Map<number, Standing>()
  const startedAt = now()
  let drawnAt = 0

  function draw(): void {
    drawnAt = now()
    const text = barText([...standings.values()], accounts.length, now() - startedAt)
    screen.write(`\r${text.slice(0, (screen.columns ?? 80) - 1)}\u001b[K`)
  }

  return {
    show({ account, ...standing }: SyncProgress): void {
      standings.set(account.key, standing)
      if (screen.isTTY) {
        if (now() - drawnAt >= redrawAfterMs) draw()
      } else if (standing.daysTotal > 0 && standing.daysDone >= standing.daysTotal) {
        const place = accounts.findIndex(({ key }) => key === account.key) + 1
        screen.write(
          `Account ${place} of ${accounts.length}, ${account.platform} ${account.accountId}: ` +
            `${countOf(standing.daysDone, 'day')}, ${countOf(standing.rows, 'row')}\n`,
        )
      }
    },
    end(): void {
      if (!screen.isTTY) return
      draw()
      screen.write('\n')
    },
  }
}

function barText(standings: Standing[], accountCount: number, elapsedMs: number): string {
  const sum = (field: keyof Standing) => standings.reduce((total, standing) => total + standing[field], 0)
  const begun = standings.length
  const done = sum('daysDone')
  // Accounts that have not begun are taken to be like the others.
  const total = begun === 0 ? 0 : Math.round((sum('daysTotal') / begun) * accountCount)
  const share = total === 0 ? 0 : Math.min(1, done / total)
  const filled = Math.round(share * barWidth)
  const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`
  const left = done === 0 || share >= 1 ? '' : `, about ${durationText((elapsedMs / done) * (total - done))} left`
  return `${bar} ${Math.floor(share * 100)}%  account ${begun} of ${accountCount}, ${done} days, ${sum('rows')} rows${left}`
}

function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
