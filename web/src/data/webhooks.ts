import { useQuery } from '@tanstack/react-query'
import { flightdeck } from './client/flightdeck.ts'
import type { Input } from './client/flightdeck.ts'
import { keysOf } from './nouns.ts'
import { freshSeconds } from './client/query-client.ts'
import { write } from './client/write.ts'

const key = keysOf('webhooks')

export const useWebhooks = () =>
  useQuery({ queryKey: key('all'), queryFn: () => Array.fromAsync(flightdeck.all.listWebhooks({})) })

export const useWebhook = (id: string) =>
  useQuery({ queryKey: key('one', id), queryFn: () => flightdeck.getWebhook({ id }) })

/** No event tells of a delivery: they are looked at now and then. */
export const useDeliveries = (asked: Input<'listWebhookDeliveries'>) =>
  useQuery({
    queryKey: key('deliveries', asked),
    refetchInterval: freshSeconds * 1000,
    queryFn: () => flightdeck.listWebhookDeliveries(asked),
  })

export const createWebhook = write(flightdeck.createWebhook, 'webhooks')
export const updateWebhook = write(flightdeck.updateWebhook, 'webhooks')
export const testWebhook = write(flightdeck.testWebhook, 'webhooks')
export const rotateSecret = write(flightdeck.rotateWebhookSecret, 'webhooks')
export const deleteWebhook = write(flightdeck.deleteWebhook, 'webhooks')
export const replayWebhook = write(flightdeck.replayWebhook, 'webhooks')
export const replayDelivery = write(flightdeck.replayWebhookDelivery, 'webhooks')
