import { useMemo } from 'react'
import { useAccounts, useIdentities, usePinBoards, useProfiles } from '../../../data/accounts.ts'
import { columnNamed } from '../sheet/columns.ts'

/** Who can speak in an ad, or where it is shown, as people read it. */
export interface Speaker {
  value: string
  label: string
}

type Kind = 'profiles' | 'seconds' | 'identities' | 'boards'

/** Which of them each column takes. */
const kinds: Readonly<Record<string, Kind>> = {
  page: 'profiles',
  profileId: 'profiles',
  organizationId: 'profiles',
  secondary: 'seconds',
  identityId: 'identities',
  boardId: 'boards',
}

/** All that an account can speak as; what its platform does not have is empty. */
export function useSpeakers(account: string): Readonly<Record<Kind, readonly Speaker[]>> {
  const profiles = useProfiles(account).data?.data
  const identities = useIdentities(account).data?.data
  const boards = usePinBoards(account).data?.data
  return useMemo(
    () => ({
      profiles: (profiles ?? []).map(({ page, primaryName }) => ({ value: page, label: primaryName })),
      seconds: (profiles ?? []).flatMap(({ secondary, secondaryName }) =>
        secondary ? [{ value: secondary, label: secondaryName ?? secondary }] : [],
      ),
      identities: (identities ?? []).map(({ identityId, displayName }) => ({ value: identityId, label: displayName })),
      boards: boards ?? [],
    }),
    [profiles, identities, boards],
  )
}

/** Those that a column takes in rows of an account. */
export function useSpeakersFor(account: string): (column: string) => readonly Speaker[] {
  const platform = useAccounts().data?.find(({ id }) => id === account)?.platform
  const speakers = useSpeakers(account)
  return (column) => {
    const kind = kinds[column]
    return kind && platform && isOn(column, platform) ? speakers[kind] : []
  }
}

/** Whether ads of a platform have the column. */
export function isOn(column: string, platform: string): boolean {
  return columnNamed(column).field.platforms?.includes(platform) ?? true
}

export const isSpeaker = (column: string) => Object.hasOwn(kinds, column)
