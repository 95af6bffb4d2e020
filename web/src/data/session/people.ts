import { useQuery } from '@tanstack/react-query'
import { flightdeck } from '../client/flightdeck.ts'
import { keysOf } from '../nouns.ts'
import { write } from '../client/write.ts'

const key = keysOf('people')
const inviteKey = keysOf('invites')

export const usePeople = () =>
  useQuery({ queryKey: key(), queryFn: () => Array.fromAsync(flightdeck.all.listPeople({})) })

/** They may take keys with them. */
export const updatePerson = write(flightdeck.updatePerson, 'people', 'keys')
export const removePerson = write(flightdeck.removePerson, 'people', 'keys')

/** Those that nobody has taken yet. */
export const useInvites = () => useQuery({ queryKey: inviteKey(), queryFn: () => flightdeck.listInvites() })

export const invitePerson = write(flightdeck.invitePerson, 'invites')
export const confirmInvite = write(flightdeck.confirmInvite, 'invites')
export const withdrawInvite = write(flightdeck.withdrawInvite, 'invites')
