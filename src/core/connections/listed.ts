import { isTimeZone } from '../../days.ts'
import type { PlatformAccount } from '../../platforms/contract/platform.ts'
import { isCurrency } from '../currency/codes.ts'

const maxIdLength = 200
const maxNameLength = 300

/**
 * The ad accounts that a platform lists, as far as they can be: each id once, its name text. An account whose money nobody knows is left
 * out, since nothing could hold its spend to a cap; a time zone that does not exist counts as UTC, as everywhere.
 */
export function believable(listed: readonly PlatformAccount[]): PlatformAccount[] {
  const possible = listed.filter(({ id, currency }) => isId(id) && isCurrency(currency))
  return [...new Map(possible.map((account) => [account.id, inWords(account)])).values()]
}

function isId(id: string): boolean {
  return id !== '' && id.length <= maxIdLength && !/[\s\p{C}]/u.test(id)
}

function inWords(account: PlatformAccount): PlatformAccount {
  const { id, name, timeZone, stateReason } = account
  return {
    ...{ ...account, name: asText(name) || id, timeZone: isTimeZone(timeZone) ? timeZone : 'UTC' },
    ...(stateReason === undefined ? {} : { stateReason: asText(stateReason) }),
  }
}

/** What a platform wrote, without what no text holds. */
export function asText(text: string): string {
  return [...text.replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim()].slice(0, maxNameLength).join('')
}
