import { useQuery } from '@tanstack/react-query'
import { flightdeck } from '../../data/flightdeck.ts'
import { useMay } from '../../data/session.ts'

/** What the home page asks. Events make the answers old; nothing is asked on a clock. */

export const useConnections = () =>
  useQuery({ queryKey: ['connections', 'home'], queryFn: () => flightdeck.listConnections() })

export const useGuards = () =>
  useQuery({ queryKey: ['guards', 'status', 'home'], queryFn: () => flightdeck.getSpendGuardStatus() })

export const useLatestBatches = () =>
  useQuery({ queryKey: ['batches', 'home'], queryFn: () => flightdeck.listBatches({ limit: 20 }) })

export const useWebhooks = () =>
  useQuery({ queryKey: ['webhooks', 'home'], queryFn: () => flightdeck.listWebhooks({ limit: 1 }) })

/** Only admins see keys. */
export function useKeys() {
  const may = useMay('admin')
  return useQuery({ queryKey: ['keys', 'home'], enabled: may, queryFn: () => flightdeck.listKeys({ limit: 100 }) })
}

/** As the calendar here says it. */
const today = () => new Date().toLocaleDateString('sv')

export function useSpendToday() {
  const day = today()
  return useQuery({
    queryKey: ['reports', 'home', day],
    staleTime: 5 * 60_000,
    queryFn: () => flightdeck.getDailySpend({ startDate: day, endDate: day }),
  })
}
