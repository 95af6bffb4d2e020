import { z } from 'zod'
import type { Issue } from '../../../errors.ts'
import type { AccountRef, AdChange, AdContent, PlannedWrite, Spec } from '../../contract/manage.ts'
import type { Graph } from '../client.ts'
import { checkName } from '../create/campaign.ts'
import { findByLabel, labelFor, validateOnly } from '../create/label.ts'
import { callsToAction } from '../launch/cta.ts'
import { readInAccount } from './read.ts'
import { nodeId } from '../map.ts'
import { keptLabels, keptSwitches } from '../launch/enhancements.ts'
import { withKnownFeatures } from '../launch/known-features.ts'
import { isObject } from '../create/targeting-location.ts'
import { changeFeed, textIssues, withFirstTexts } from './update-texts.ts'
import { CreatedWire, IdWire } from '../wire.ts'

/** What a creative is made of; the rest of what can be read about it is the platform's own doing. */
const contentFields = [
  'object_story_spec',
  'asset_feed_spec',
  'url_tags',
  'degrees_of_freedom_spec',
  'contextual_multi_ads',
  'branded_content',
  'facebook_branded_content',
  'instagram_branded_content',
  'destination_spec',
  'object_story_id',
  'object_id',
  'source_instagram_media_id',
  'instagram_user_id',
  'call_to_action',
  'image_hash',
  'product_set_id',
  'authorization_category',
]

export function checkAdChange({ name, cta, link }: AdChange): Issue[] {
  const issues = checkName(name)
  const problem = callsToAction.problemOf(cta)
  if (problem) issues.push({ path: 'cta', message: problem })
  if (link !== undefined && !isWebAddress(link)) {
    issues.push({ path: 'link', message: 'must be an http or https address' })
  }
  return issues
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

const AdWire = z.object({
  id: z.string(),
  name: z.string().default(''),
  account_id: z.string(),
  creative_asset_groups_spec: z.unknown().optional(),
  creative: z.looseObject({ id: z.string() }),
})

export async function readAd(graph: Graph, account: AccountRef, adId: string): Promise<AdContent | null> {
  const fields = `id,name,account_id,adset_id,creative_asset_groups_spec,creative{id,name,adlabels,${contentFields.join(',')}}`
  const ad = await readInAccount(graph, AdWire, account, { id: adId, fields })
  if (!ad) return null
  // Groups belong to the ad. They are kept beside its creative's content because they decide what of it is shown.
  const { creative_asset_groups_spec: groups, creative } = ad
  const content = { ...creative, creative_asset_groups_spec: groups }
  return { id: ad.id, name: ad.name, creativeId: creative.id, creative: content }
}

/** Creatives cannot be changed, so a change of texts, button or link is a new one made from the old. */
export function planCreative(
  graph: Graph,
  account: AccountRef,
  { ad, change }: { ad: AdContent; change: AdChange },
  mark: string,
): PlannedWrite | Issue[] | null {
  const changed = changedFields(change)
  if (changed.length === 0) return null
  const content = Object.fromEntries(
    contentFields.filter((field) => ad.creative[field] !== undefined).map((field) => [field, ad.creative[field]]),
  )
  const story = isObject(content.object_story_spec) ? content.object_story_spec : null
  // A second creative for the same post is the first one again, tags and all.
  if (!story)
    return changed.map((path) => ({ path, message: 'cannot be changed: this ad shows a post that exists already' }))
  const issues = [...unchangeable(ad, story, changed), ...textIssues(content.asset_feed_spec, change)]
  if (issues.length > 0) return issues
  const node = nodeId(account.id)
  const options = { accountId: node }
  const params = {
    name: (typeof ad.creative.name === 'string' ? ad.creative.name : ad.id).slice(0, 250),
    ...content,
    object_story_spec: changeStory(story, withFirstTexts(change)),
    ...(isObject(content.asset_feed_spec) ? { asset_feed_spec: changeFeed(content.asset_feed_spec, change) } : {}),
    ...(change.urlTags === undefined ? {} : { url_tags: change.urlTags }),
    ...keptSwitches({ ...content, adlabels: ad.creative.adlabels }),
  }
  const labels = keptLabels(ad.creative)
  return {
    asks: params,
    send: (sendBefore) =>
      withKnownFeatures({ ...params, adlabels: [{ name: labelFor(mark) }, ...labels] }, (known) =>
        graph.post(CreatedWire, `${node}/adcreatives`, known, { ...options, sendBefore }),
      ),
    async validate() {
      await withKnownFeatures({ ...params, ...validateOnly }, (known) =>
        graph.post(z.unknown(), `${node}/adcreatives`, known, options),
      )
    },
    readBack: {
      kind: 'find',
      find: () =>
        findByLabel(graph, {
          account: node,
          edge: 'adcreativesbylabels',
          mark,
          schema: IdWire,
          params: { fields: 'id' },
          options,
          resultOf: ({ id }) => ({ id }),
        }),
    },
  }
}

const changeable = ['title', 'description', 'cta', 'link', 'urlTags', 'headlineVariations', 'bodyVariations'] as const
type ChangedField = (typeof changeable)[number]

function changedFields(change: AdChange): ChangedField[] {
  return changeable.filter((field) => change[field] !== undefined)
}

function unchangeable(ad: AdContent, story: Spec, changed: ChangedField[]): Issue[] {
  if (isObject(ad.creative.creative_asset_groups_spec)) {
    const message = 'cannot be changed: a flexible ad shows its asset groups; duplicate it with copyValues instead'
    const inGroups = changed.filter((field) => field !== 'urlTags')
    if (inGroups.length > 0) return inGroups.map((path) => ({ path, message }))
  }
  const cards = isObject(story.link_data) ? story.link_data.child_attachments : undefined
  if (!changed.includes('title') || !Array.isArray(cards)) return []
  return [{ path: 'title', message: 'cannot be changed: the cards of a carousel have titles of their own' }]
}

function changeStory(story: Spec, change: AdChange): Spec {
  const { link_data: link, video_data: video } = story
  return {
    ...story,
    ...(isObject(link) ? { link_data: changeLink(link, change) } : {}),
    ...(isObject(video) ? { video_data: changeVideo(video, change) } : {}),
  }
}

function changeLink(data: Spec, { title, description, cta, link }: AdChange): Spec {
  return {
    ...data,
    ...(title === undefined ? {} : { name: title }),
    ...(description === undefined ? {} : { message: description }),
    ...(link === undefined ? {} : { link }),
    ...changeButton(data.call_to_action, cta, link),
    ...(Array.isArray(data.child_attachments)
      ? { child_attachments: data.child_attachments.filter(isObject).map((card) => changeCard(card, { cta })) }
      : {}),
  }
}

/** Cards keep their own titles and links; the button is one for all. */
function changeCard(card: Spec, { cta }: AdChange): Spec {
  return { ...card, ...changeButton(card.call_to_action, cta, undefined) }
}

function changeVideo(data: Spec, { title, description, cta, link }: AdChange): Spec {
  return {
    ...data,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { message: description }),
    ...changeButton(data.call_to_action, cta, link),
  }
}

/** The button leads where the ad leads: the platform refuses two different links. */
function changeButton(before: unknown, cta: string | undefined, link: string | undefined): Spec {
  if (cta === undefined && (link === undefined || !isObject(before))) return {}
  const button = isObject(before) ? before : {}
  const value = isObject(button.value) ? button.value : {}
  return {
    call_to_action: {
      ...button,
      type: cta ?? button.type,
      value: { ...value, ...(link === undefined ? {} : { link }) },
    },
  }
}
