import { useQuery } from '@tanstack/react-query'
import { flightdeck } from '../client/flightdeck.ts'
import { keysOf } from '../nouns.ts'
import { write } from '../client/write.ts'

const key = keysOf('workspaces')

export const useWorkspaces = () =>
  useQuery({ queryKey: key(), queryFn: () => Array.fromAsync(flightdeck.all.listWorkspaces({})) })

export const createWorkspace = write(flightdeck.createWorkspace, 'workspaces')
/** Who works where decides who sees which account. */
export const updateWorkspace = write(flightdeck.updateWorkspace, 'workspaces', 'accounts')
export const deleteWorkspace = write(flightdeck.deleteWorkspace, 'workspaces', 'people', 'accounts')
