import { urn } from '../objects/objects.ts'
import type { ContentKind, Fields, MediaKind, Post } from '../objects/objects.ts'
import type { World } from '../world.ts'
import type { SeedIds } from './ids.ts'

/** Everything needed while one company is filled in. */
export interface Seeder {
  world: World
  tenant: string
  ids: SeedIds
  /** When the company began. */
  since: number
}

/** How many files of each kind an organization has. */
const mediaPlan: Record<MediaKind, number> = { image: 3, video: 1, document: 1 }

export function seedMedia({ world, tenant, ids, since }: Seeder, owner: string): void {
  for (const [kind, count] of Object.entries(mediaPlan) as [MediaKind, number][])
    for (let number = 1; number <= count; number++) {
      const id = `urn:li:${kind}:${ids.media(kind, number)}`
      const times = { created: since, updated: since, uploaded: since, ready: since, uploadEnds: since }
      const file = { id, tenant, kind, owner, size: 200_000, parts: [], seconds: 0, failure: null }
      world.media.put(id, { ...file, ...times })
    }
}

function contentOf(ids: SeedIds, kind: ContentKind, title: string): Fields {
  const file = (type: MediaKind, number = 1) => ({ id: `urn:li:${type}:${ids.media(type, number)}`, title })
  const cards = [1, 2, 3].map((number) => ({ media: file('image', number), landingPage: 'https://shop.example/' }))
  const contents: Record<ContentKind, Fields> = {
    NONE: {},
    MULTI_IMAGE: {},
    IMAGE: { content: { media: file('image') } },
    VIDEO: { content: { media: file('video') } },
    DOCUMENT: { content: { media: file('document') } },
    ARTICLE: { content: { article: { source: 'https://shop.example/journal', title, thumbnail: file('image').id } } },
    CAROUSEL: { content: { carousel: { cards } } },
  }
  return contents[kind]
}

interface PostPlan {
  number: string
  author: string
  kind: ContentKind
  text: string
  account: string | null
  created: number
}

export function seedPost({ world, tenant, ids }: Seeder, plan: PostPlan): Post {
  const { author, kind, text, account, created } = plan
  const isShare = kind === 'IMAGE' || kind === 'ARTICLE' || kind === 'NONE'
  const id = urn(isShare ? 'share' : 'ugcPost', plan.number)
  const isDark = account !== null
  const content = contentOf(ids, kind, text)
  const fields: Fields = {
    author,
    commentary: text,
    visibility: 'PUBLIC',
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
    distribution: {
      feedDistribution: isDark ? 'NONE' : 'MAIN_FEED',
      targetEntities: [],
      thirdPartyDistributionChannels: [],
    },
    ...content,
    ...(isDark
      ? {
          adContext: { dscAdAccount: urn('sponsoredAccount', account), dscStatus: 'ACTIVE', dscName: text },
          contentLandingPage: 'https://shop.example/',
          contentCallToActionLabel: 'LEARN_MORE',
        }
      : {}),
  }
  const likeness = JSON.stringify([author, text, content['content'] ?? null])
  return world.posts.put(id, { id, tenant, author, account, kind, likeness, fields, created, updated: created })
}
