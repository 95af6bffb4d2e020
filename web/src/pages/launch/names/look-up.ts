import { campaignOfPast, namedAccounts, namedAdSets, namedMedia, namedProfiles } from '../../../data/launch/names.ts'
import { learnNames } from '../sheet/known.ts'
import { named } from './matching.ts'
import type { Directory, Past } from './resolve.ts'

/** Asks the service what may be meant by a name; what it answers with is known by its names from then on. */
export const lookUp: Directory = async ({ column, text, account }) => {
  const found = await choicesFor(column, text, account)
  learnNames(found)
  return found
}

/** Asks what is kept of ad sets whether one was called so. */
export const lookBack: Past = ({ text, account }) => campaignOfPast(account, text, named)

function choicesFor(column: Parameters<Directory>[0]['column'], text: string, account: string) {
  switch (column) {
    case 'account':
      return namedAccounts()
    case 'ad set':
      return namedAdSets(account, text)
    case 'page':
    case 'secondary':
      return namedProfiles(account, column)
    case 'media':
      return namedMedia(text)
  }
}
