import type { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import type { CallOptions, Graph } from '../client.ts'
import { remember } from '../../kit/remember.ts'
import { AdSetGoalWire, PageTokenWire, PostWire } from './wire.ts'

export type AdSetGoal = z.output<typeof AdSetGoalWire>

/** unreadable: it may exist and may even be advertised with, but this connection may not look at it. */
export type FoundPost = z.output<typeof PostWire> | 'missing' | 'unreadable'

type Read<T> = (id: string, options: CallOptions) => Promise<T>

/** What ads of a launch depend on. Many of them ask for the same, so it is remembered for a while. */
export interface Lookups {
  adSet: Read<AdSetGoal>
  /** By `{page}_{post}`. */
  post: Read<FoundPost>
}

const goalFields = 'id,optimization_goal,destination_type,promoted_object,campaign{objective}'
const postFields = 'is_eligible_for_promotion,call_to_action,attachments'

/** The platform's code for an object that is not there, or not there for this token. */
const noSuchObject = 33

export function createLookups(graph: Graph): Lookups {
  const readPages = remembered((_all, options) => pageTokens(graph, options))
  return {
    adSet: remembered((adSetId, options) => graph.get(AdSetGoalWire, adSetId, { fields: goalFields }, options)),
    post: remembered(async (storyId, options) => {
      const token = (await readPages('all', options)).get(storyId.split('_')[0]!)
      return readPost(graph, storyId, { ...options, token })
    }),
  }
}

/** Of the pages that this connection manages. One that may not even list them manages none. */
async function pageTokens(graph: Graph, options: CallOptions): Promise<Map<string, string | undefined>> {
  const ofNoAccount = { ...options, accountId: '' }
  try {
    const pages = await graph.list(
      PageTokenWire,
      'me/accounts',
      { fields: 'id,access_token' },
      { ...ofNoAccount, limit: 1000 },
    )
    return new Map(pages.map(({ id, access_token: token }) => [id, token]))
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'rejected') return new Map()
    throw error
  }
}

/** A page sees all of its own posts: what its token does not find is not its post. Any other token proves nothing. */
async function readPost(graph: Graph, storyId: string, options: CallOptions): Promise<FoundPost> {
  try {
    return await graph.get(PostWire, storyId, { fields: postFields }, options)
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'rejected') throw error
    const isGone = options.token !== undefined && error.failure.subcode === noSuchObject
    return isGone ? 'missing' : 'unreadable'
  }
}

function remembered<T>(read: Read<T>): Read<T> {
  const byId = remember((_account, id, options: CallOptions) => read(id, options))
  return (id, options) => byId('', id, options)
}
