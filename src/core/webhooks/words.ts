import type { EventData, EventName } from '../events/catalogue.ts'
import { kindOf } from '../events/catalogue.ts'
import type { CompanyEvent } from '../events/present.ts'

type Words = { [Name in EventName]?: (data: EventData[Name]) => string }

/** What is said in a chat where the sentence of the catalogue and the fields would be too much. */
const sentences: Words = {
  'batch.finished': ({ adBatchSlug, state, totalAds, successfulAds, failedCount }) =>
    `Batch ${adBatchSlug}: ${state}. ${successfulAds} of ${totalAds} ads launched, ${failedCount} failed.`,
  'batch.undone': ({ adBatchSlug, removed, notRemoved }) =>
    `Batch ${adBatchSlug} was undone: ${removed} ads removed, ${notRemoved} could not be.`,
  'ad.launched': ({ adName, adId, adAccountId }) => `Launched: ${adName} (${adId}) in ${adAccountId}.`,
  'ad.failed': ({ adName, message, adAccountId }) => `Not launched: ${adName} in ${adAccountId}. ${message}`,
  'ad.unsure': ({ adName, adAccountId }) => `Not known yet whether it exists: ${adName} in ${adAccountId}.`,
  'ad.doubled': ({ adName, accountId, otherAdId }) =>
    `There may be two of ${adName} in ${accountId}: look at ${otherAdId} as well. Nothing was removed.`,
  'connection.broken': ({ platform, label, reason }) => `The connection ${label} to ${platform} is broken. ${reason}`,
  'connection.expiring': ({ platform, label, endsAt }) => `The connection ${label} to ${platform} ends ${endsAt}.`,
  'automation.executed': ({ name, state, reason, checked, matched, acted }) =>
    `Rule ${name}: ${state}. ${reason ?? `${matched} of ${checked} met its conditions, it acted on ${acted}.`}`,
  'automation.notified': ({ message }) => message,
  'automation.switched_off': ({ name, reason }) => `Rule ${name} was switched off. ${reason}`,
  'sync.failed': ({ platform, accountId, reason }) => `Figures of ${accountId} (${platform}) cannot be read. ${reason}`,
}

/** An event in a line, for people. */
export function wordsFor({ type, data }: CompanyEvent): string {
  const say = sentences[type] as ((data: unknown) => string) | undefined
  if (say) return say(data)
  const fields = Object.entries(data).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return `${kindOf(type).description} (${fields.join(', ')})`
}
