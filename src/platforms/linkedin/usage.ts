import type { Surroundings } from '../contract/platform.ts'

/** Figures are limited by how many of them are asked for within five minutes. */
const figuresWaitMs = 330_000
const usualFirstMs = 60_000
/** The sandbox is throttled for seconds, to see what happens then. */
const sandboxFirstMs = 1_000
const maxWaitMs = 15 * 60_000
const dayMs = 86_400_000

/**
 * The platform does not publish its limits, sends no header about them and never says when to come back. Most count the calls of
 * a day of UTC; those are over at midnight. After any other refusal the wait grows until a call goes through.
 */
export interface Patience {
  /** How long to stay away after a refusal with this text. */
  waitFor(message: string): number
  /** A call went through. */
  answered(): void
}

export function createPatience({ now, isSandbox }: Pick<Surroundings, 'now' | 'isSandbox'>): Patience {
  const firstWaitMs = isSandbox ? sandboxFirstMs : usualFirstMs
  let waitMs = firstWaitMs
  /** Calls that were under way together are refused together: that is one refusal. */
  let refusedUntil = 0
  return {
    waitFor(message) {
      const time = now().getTime()
      if (/\bday\b|\bdaily\b/i.test(message)) return dayMs - (time % dayMs)
      if (/metric values|5[- ]minute/i.test(message)) return figuresWaitMs
      if (time < refusedUntil) return refusedUntil - time
      const given = waitMs
      refusedUntil = time + given
      waitMs = Math.min(waitMs * 2, maxWaitMs)
      return given
    },
    answered() {
      if (now().getTime() >= refusedUntil) waitMs = firstWaitMs
    },
  }
}
