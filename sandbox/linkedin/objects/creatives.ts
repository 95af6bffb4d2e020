import { downgraded } from '../../core/downgrade.ts'
import type { ApiAnswer, ApiCall } from '../call.ts'
import { accountOf, memberOfBody, writableAccount } from '../call.ts'
import { invalidParam, refused } from '../errors.ts'
import { cursorPage, cursorParams, inOrder } from '../lists.ts'
import { allow, flagParam, listParam } from '../restli/params.ts'
import { checkRequired, checkShape } from '../restli/shape.ts'
import type { Shape } from '../restli/shape.ts'
import { changed, entityOperations } from './entities.ts'
import type { EntityKind } from './entities.ts'
import { idIn, recordOf, textOf, urn } from './objects.ts'
import type { Creative, Entity, Fields, Post } from './objects.ts'
import { makePost } from './posts/create-post.ts'
import {
  campaignFor,
  checkLeadgen,
  checkNew,
  checkPost,
  checkRoom,
  checkSwitchedOn,
  formatOf,
} from './rules/creative-rules.ts'
import { campaignOf, creativeHolds, reviewOf } from './rules/serving.ts'
import { creativeStatuses, statusProblem } from './rules/status.ts'
import { memberOf } from '../world.ts'
import { required } from '../../core/required.ts'

const common: Shape = {
  ...{ campaign: 'text', intendedStatus: 'text', name: 'text' },
  leadgenCallToAction: { destination: 'text', label: 'text' },
  ...{ id: 'readOnly', review: 'readOnly', isServing: 'readOnly', servingHoldReasons: 'readOnly' },
  ...{ createdAt: 'readOnly', createdBy: 'readOnly', lastModifiedAt: 'readOnly', lastModifiedBy: 'readOnly' },
  ...{ isTest: 'readOnly', account: 'readOnly' },
}
const shape: Shape = { ...common, content: { reference: 'text' } }
const inlineShape: Shape = { ...common, inlineContent: { post: 'any' } }

function show({ world }: ApiCall, creative: Creative): Fields {
  const holds = creativeHolds(world, creative)
  const review = reviewOf(world, creative)
  const by = memberOf(world, creative.tenant)
  return {
    ...creative.fields,
    id: urn('sponsoredCreative', creative.id),
    account: urn('sponsoredAccount', creative.account),
    ...(review
      ? {
          review: { status: review, ...(review === 'REJECTED' ? { rejectionReasons: ['INAPPROPRIATE_CONTENT'] } : {}) },
        }
      : {}),
    isServing: holds.length === 0,
    ...(holds.length > 0 ? { servingHoldReasons: holds } : {}),
    isTest: false,
    createdAt: creative.created,
    createdBy: by,
    lastModifiedAt: creative.updated,
    lastModifiedBy: by,
  }
}

/** Keeps a creative whose post was checked; the first one gives its campaign a format. */
function keep(call: ApiCall, campaign: Entity, post: Post, sent: Fields): string {
  const { world, tenant, request } = call
  const now = world.now()
  const { reviewSeconds, review } = world.settings()
  const fields = { ...downgraded(sent, request.effects.downgradeFields), content: { reference: post.id } }
  const status = textOf(sent['intendedStatus'])
  const id = world.newId()
  const base = { id, tenant, account: campaign.account, created: now, updated: now, revision: 1 }
  world.creatives.put(id, {
    ...base,
    fields,
    history: [{ at: now, status }],
    reviewFrom: status === 'DRAFT' ? null : now,
    reviewEnds: now + reviewSeconds * 1000,
    isRejected: review === 'rejects',
  })
  if (campaign.fields['format'] === undefined)
    world.campaigns.put(campaign.id, { ...campaign, fields: { ...campaign.fields, format: formatOf(post) } })
  return urn('sponsoredCreative', id)
}

const kind: EntityKind<Creative> = {
  statusField: 'intendedStatus',
  find: ({ world }, key) => world.creatives.get(idIn(key, 'sponsoredCreative') ?? ''),
  show,
  create(call, account, fields) {
    checkShape(fields, shape)
    checkRequired(fields, ['campaign', 'content', 'intendedStatus'])
    const campaign = campaignFor(call, account, fields)
    checkNew(fields, campaign)
    const reference = textOf(recordOf(fields['content'])['reference'])
    const post = call.world.posts.get(reference)
    if (post?.tenant !== call.tenant) throw refused(400, `There is no post ${reference}`)
    checkPost(campaign, post)
    checkRoom(call, campaign, fields['intendedStatus'] === 'ACTIVE')
    return keep(call, campaign, post, fields)
  },
  change(call, creative, { fields, touched }) {
    const { world } = call
    checkShape(fields, shape)
    const fixed = touched.filter((name) => !['intendedStatus', 'name', 'leadgenCallToAction'].includes(name))
    if (fixed.length > 0) throw refused(400, `${fixed.join(', ')} cannot be changed`)
    const from = textOf(creative.fields['intendedStatus'])
    const to = textOf(fields['intendedStatus'])
    if (!creativeStatuses.includes(to))
      throw refused(400, `intendedStatus must be one of ${creativeStatuses.join(', ')}`)
    const problem = statusProblem(from, to)
    if (problem) throw refused(400, `intendedStatus: ${problem}`)
    if (touched.includes('leadgenCallToAction') && from !== 'DRAFT')
      throw refused(400, 'leadgenCallToAction can be changed in a draft only')
    checkLeadgen(fields, required(campaignOf(world, creative), 'campaign of the creative'))
    if (to === 'ACTIVE' && from !== 'ACTIVE') checkSwitchedOn(call, creative)
    const now = world.now()
    const isSubmitted = from === 'DRAFT' && to !== 'DRAFT'
    const review = isSubmitted ? { reviewFrom: now, reviewEnds: now + world.settings().reviewSeconds * 1000 } : {}
    world.creatives.put(creative.id, { ...changed(creative, fields, now, 'intendedStatus'), ...review })
  },
  remove: ({ world }, creative) => world.creatives.remove(creative.id),
}

/** A post and its creative in one call: both are made, or neither. */
function createInline(call: ApiCall): ApiAnswer {
  allow(call, ['action'])
  const account = writableAccount(call)
  const fields = memberOfBody(call, 'creative')
  checkShape(fields, inlineShape, '/creative')
  checkRequired(fields, ['campaign', 'intendedStatus', 'inlineContent'], '/creative')
  const { inlineContent, ...sent } = fields
  const campaign = campaignFor(call, account, fields)
  checkNew(fields, campaign)
  const post = makePost(call, recordOf(recordOf(inlineContent)['post']), true)
  checkPost(campaign, post)
  checkRoom(call, campaign, fields['intendedStatus'] === 'ACTIVE')
  call.world.posts.put(post.id, post)
  const id = keep(call, campaign, post, sent)
  const isInBody = call.world.settings().inlineAnswer === 'body'
  return { status: 200, id, ...(isInBody ? { body: { value: { creative: id } } } : {}) }
}

function criteria(call: ApiCall): ApiAnswer {
  allow(call, [
    'campaigns',
    'contentReferences',
    'creatives',
    'intendedStatuses',
    'isTestAccount',
    'sortOrder',
    ...cursorParams,
  ])
  const account = accountOf(call)
  const campaigns = listParam(call, 'campaigns')
  const posts = listParam(call, 'contentReferences')
  const creatives = listParam(call, 'creatives')
  const statuses = listParam(call, 'intendedStatuses')
  for (const status of statuses ?? [])
    if (!creativeStatuses.includes(status)) throw invalidParam('intendedStatuses', `There is no status ${status}`)
  if (flagParam(call, 'isTestAccount') === true) return cursorPage<Creative>(call, [], () => ({}), 100)
  const isMeant = ({ id, fields }: Creative) =>
    (campaigns?.includes(textOf(fields['campaign'])) ?? true) &&
    (posts?.includes(textOf(recordOf(fields['content'])['reference'])) ?? true) &&
    (creatives?.includes(urn('sponsoredCreative', id)) ?? true) &&
    (statuses?.includes(textOf(fields['intendedStatus'])) ?? true)
  const found = inOrder(call, call.world.creatives.lookup('account', account.id)).filter(isMeant)
  return cursorPage(call, found, (creative) => show(call, creative), 100)
}

export const creativeOperations = entityOperations(kind, {
  'FINDER-criteria': { scopes: ['r_ads', 'rw_ads'], handle: criteria },
  'ACTION-createInline': { scopes: ['rw_ads'], handle: createInline },
})
