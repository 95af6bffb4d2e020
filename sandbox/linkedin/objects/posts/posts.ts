import { accountOf, missingKey } from '../../call.ts'
import type { ApiAnswer, ApiCall, Operations } from '../../call.ts'
import { ApiError, invalidParam, refused } from '../../errors.ts'
import { batchAnswer, numberedPage, pagingParams, projected } from '../../lists.ts'
import { allow, flagParam, idsParam, listParam, requiredText, wordParam } from '../../restli/params.ts'
import { applyPatch } from '../../restli/patch.ts'
import { idIn, recordOf } from '../objects.ts'
import type { Fields, Post } from '../objects.ts'
import { speakingOrganization } from '../organizations.ts'
import { adTypes, makePost } from './create-post.ts'

function show(post: Post): Fields {
  const { fields, account, created, updated } = post
  const nowhere = { feedDistribution: 'NONE', targetEntities: [], thirdPartyDistributionChannels: [] }
  return {
    id: post.id,
    isReshareDisabledByAuthor: false,
    distribution: nowhere,
    ...fields,
    ...(account === null
      ? {}
      : { adContext: { ...recordOf(fields['adContext']), dscAdType: adTypes[post.kind], isDsc: true } }),
    createdAt: created,
    lastModifiedAt: updated,
    ...(fields['lifecycleState'] === 'PUBLISHED' ? { publishedAt: created } : {}),
    lifecycleStateInfo: { isEditedByAuthor: post.updated > post.created },
  }
}

function find({ world, tenant }: ApiCall, id: string): Post | undefined {
  const post = world.posts.get(id)
  return post?.tenant === tenant ? post : undefined
}

/** The posts of an organization that the member may speak for. */
function byAuthor(call: ApiCall): ApiAnswer {
  allow(call, ['author', 'sortBy', 'isDsc', 'viewContext', ...pagingParams])
  const author = requiredText(call, 'author')
  if (idIn(author, 'organization') === undefined)
    throw invalidParam('author', 'author must be the URN of an organization')
  speakingOrganization(call, author)
  const sortBy = wordParam(call, 'sortBy', ['LAST_MODIFIED', 'CREATED']) ?? 'LAST_MODIFIED'
  const isDsc = flagParam(call, 'isDsc')
  const posts = call.world.posts
    .lookup('author', author)
    .filter(({ account }) => isDsc === undefined || (account !== null) === isDsc)
    .toReversed()
    .sort((one, other) => (sortBy === 'CREATED' ? other.created - one.created : other.updated - one.updated))
  return numberedPage(call, posts.map(show))
}

function ofAccount(call: ApiCall): ApiAnswer {
  allow(call, ['dscAdAccount', 'dscAdTypes', 'count', 'start'])
  const id = idIn(requiredText(call, 'dscAdAccount'), 'sponsoredAccount')
  if (id === undefined) throw invalidParam('dscAdAccount', 'dscAdAccount must be the URN of a sponsoredAccount')
  const account = accountOf(call, id)
  const types = listParam(call, 'dscAdTypes')
  for (const type of types ?? [])
    if (!Object.values(adTypes).includes(type)) throw invalidParam('dscAdTypes', `There is no ad type ${type}`)
  const posts = call.world.posts
    .lookup('account', account.id)
    .filter(({ kind }) => types === undefined || types.includes(adTypes[kind]))
    .toReversed()
  return numberedPage(call, posts.map(show))
}

function read(call: ApiCall): ApiAnswer {
  allow(call, ['viewContext'])
  wordParam(call, 'viewContext', ['AUTHOR', 'READER'])
  const post = find(call, call.key)
  if (!post) throw missingKey(call)
  return { body: projected(call, show(post)) }
}

function readSome(call: ApiCall): ApiAnswer {
  allow(call, ['ids', 'viewContext'])
  return batchAnswer(call, idsParam(call), (id) => {
    const post = find(call, id)
    return post && show(post)
  })
}

function create(call: ApiCall): ApiAnswer {
  allow(call, [])
  const post = makePost(call, call.body, false)
  call.world.posts.put(post.id, post)
  return { status: 201, id: post.id, isBareId: true }
}

/** Text and content of what is sponsored stay as they are; elsewhere the text may change. */
function change(call: ApiCall): ApiAnswer {
  allow(call, [])
  const post = find(call, call.key)
  if (!post) throw missingKey(call)
  speakingOrganization(call, post.author)
  const { fields, touched } = applyPatch(post.fields, call.body)
  const movable = post.account === null ? ['commentary', 'contentLandingPage', 'contentCallToActionLabel'] : []
  const fixed = touched.filter((name) => !movable.includes(name) && name !== 'adContext')
  if (fixed.length > 0) throw refused(400, `${fixed.join(', ')} cannot be changed`)
  call.world.posts.put(post.id, { ...post, fields, updated: call.world.now() })
  return { status: 204 }
}

function remove(call: ApiCall): ApiAnswer {
  allow(call, [])
  const post = find(call, call.key)
  if (!post) return { status: 204 }
  speakingOrganization(call, post.author)
  if (call.world.creatives.count('post', post.id) > 0)
    throw new ApiError(400, { serviceErrorCode: 100, message: `${post.id} is used by a creative` })
  call.world.posts.remove(post.id)
  return { status: 204 }
}

const reading = ['r_organization_social', 'w_organization_social', 'r_ads', 'rw_ads']
const writing = ['w_organization_social']

export const postOperations: Operations = {
  'FINDER-author': { scopes: ['r_organization_social', 'w_organization_social'], handle: byAuthor },
  'FINDER-dscAdAccount': { scopes: reading, handle: ofAccount },
  GET: { scopes: reading, handle: read },
  BATCH_GET: { scopes: reading, handle: readSome },
  CREATE: { scopes: writing, handle: create },
  PARTIAL_UPDATE: { scopes: writing, handle: change },
  DELETE: { scopes: writing, handle: remove },
}
