import { useQuery } from '@tanstack/react-query'
import { flightdeck } from '../client/flightdeck.ts'
import { keysOf } from '../nouns.ts'
import { useMay } from './session.ts'
import { write } from '../client/write.ts'

const key = keysOf('keys')

/** Only admins see keys. */
export const useKeys = () =>
  useQuery({
    queryKey: key('all'),
    enabled: useMay('admin'),
    queryFn: () => Array.fromAsync(flightdeck.all.listKeys({})),
  })

/** As many as show whether one is in use. */
export const useSomeKeys = () =>
  useQuery({ queryKey: key('some'), enabled: useMay('admin'), queryFn: () => flightdeck.listKeys({ limit: 100 }) })

export const createKey = write(flightdeck.createKey, 'keys')
export const updateKey = write(flightdeck.updateKey, 'keys')
export const revokeKey = write(flightdeck.revokeKey, 'keys')
