import { hashText } from '../../core/figures/random.ts'
import type { AdSet } from './objects.ts'

const week = 7 * 86_400_000
/** One in so many never gets enough results to learn from. */
const limited = 8

/** Whom to show its ads to is tried out for a week. */
export function learningStage({ id, created }: AdSet, now: number): object {
  const end = hashText(id) % limited === 0 ? 'FAIL' : 'SUCCESS'
  return {
    status: now - created < week ? 'LEARNING' : end,
    last_sig_edit_ts: Math.floor(created / 1000),
    attribution_windows: ['1d_view', '7d_click'],
  }
}
