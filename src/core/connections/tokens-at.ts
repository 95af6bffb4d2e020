import type { TokenSurroundings } from '../../platforms/contract/oauth.ts'
import type { Platform } from '../../platforms/contract/platform.ts'
import type { CallOutcome } from '../../errors.ts'

interface TokenSettings {
  timeoutMs: number
  onCall?: (platform: string, outcome: CallOutcome, ms: number) => void
  aroundCall?: <T>(platform: string, call: () => Promise<T>) => Promise<T>
}

/** Where tokens of a platform are had and taken back; null: at the platform itself, not in the sandbox. */
export function tokensAt(
  { timeoutMs, onCall, aroundCall }: TokenSettings,
  { name }: Platform,
  sandboxUrl: string | null,
): TokenSurroundings {
  return {
    ...{ sandboxUrl, timeoutMs, now: () => new Date() },
    ...(aroundCall ? { aroundCall: (call) => aroundCall(name, call) } : {}),
    ...(onCall ? { onCall: (outcome, ms) => onCall(name, outcome, ms) } : {}),
  }
}
