import type { Collection } from '../collection.ts'
import type { SimContext } from '../simulator.ts'
import type {
  Account,
  Ad,
  AdSet,
  Business,
  Campaign,
  Creative,
  Image,
  InstagramAccount,
  InstagramMedia,
  Label,
  Page,
  Pixel,
  Post,
  UploadSession,
  Video,
} from './objects.ts'

export interface MetaSettings {
  requireAppsecretProof: boolean
  tier: 'standard_access' | 'development_access'
  /** How long a new ad is in review, and how long a new video is processed. */
  reviewSeconds: number
  videoSeconds: number
  /** Unix seconds at which every token ends; 0 = never. */
  tokenEndsAt: number
}

const initialSettings: MetaSettings = {
  requireAppsecretProof: false,
  tier: 'standard_access',
  reviewSeconds: 3,
  videoSeconds: 2,
  tokenEndsAt: 0,
}

/** Everything the platform knows, with the lookups it needs. */
export interface Graph {
  context: SimContext
  tenants: Collection<{ tenant: string }>
  businesses: Collection<Business>
  accounts: Collection<Account>
  pages: Collection<Page>
  instagrams: Collection<InstagramAccount>
  instagramMedia: Collection<InstagramMedia>
  posts: Collection<Post>
  pixels: Collection<Pixel>
  campaigns: Collection<Campaign>
  adsets: Collection<AdSet>
  ads: Collection<Ad>
  creatives: Collection<Creative>
  images: Collection<Image>
  videos: Collection<Video>
  uploads: Collection<UploadSession>
  labels: Collection<Label>
  now(): number
  settings(): MetaSettings
  changeSettings(change: Partial<MetaSettings>): void
}

export function openGraph(context: SimContext): Graph {
  const open = <T extends object>(kind: string) => context.store.collection<T>(`meta.${kind}`)
  const saved = open<MetaSettings>('settings')
  const graph: Graph = {
    context,
    tenants: open('tenants'),
    businesses: open('businesses'),
    accounts: open('accounts'),
    pages: open('pages'),
    instagrams: open('instagrams'),
    instagramMedia: open('instagramMedia'),
    posts: open('posts'),
    pixels: open('pixels'),
    campaigns: open('campaigns'),
    adsets: open('adsets'),
    ads: open('ads'),
    creatives: open('creatives'),
    images: open('images'),
    videos: open('videos'),
    uploads: open('uploads'),
    labels: open('labels'),
    now: () => context.clock.now(),
    settings: () => saved.get('settings') ?? initialSettings,
    changeSettings: (change) => {
      saved.put('settings', { ...graph.settings(), ...change })
    },
  }
  declareLookups(graph)
  return graph
}

function declareLookups(graph: Graph): void {
  for (const kind of ['campaigns', 'adsets', 'ads', 'creatives', 'images', 'videos', 'labels', 'pixels'] as const)
    graph[kind].indexBy('account', (object: { account_id: string }) => object.account_id)
  for (const kind of ['businesses', 'accounts', 'pages', 'instagrams', 'posts'] as const)
    graph[kind].indexBy('tenant', (object: { tenant: string }) => object.tenant)
  graph.adsets.indexBy('campaign', (adset) => adset.campaign_id)
  graph.ads.indexBy('campaign', (ad) => ad.campaign_id)
  graph.ads.indexBy('adset', (ad) => ad.adset_id)
  graph.posts.indexBy('page', (post) => post.page_id)
  graph.instagramMedia.indexBy('instagram', (media) => media.instagram_id)
  graph.labels.indexBy('name', (label) => `${label.account_id} ${label.name}`)
  graph.creatives.indexBy('story', (creative) =>
    creative.object_story_id ? `${creative.account_id} ${creative.object_story_id}` : undefined,
  )
}

/** Ids of what is created at run time stand above all seeded ones, so that ids always grow. */
export function newTreeId(graph: Graph): string {
  return `12021${String(graph.context.store.nextNumber('meta.tree')).padStart(13, '0')}`
}

export function newMediaId(graph: Graph): string {
  return `9${String(graph.context.store.nextNumber('meta.media')).padStart(14, '0')}`
}

/** `2026-11-15T08:00:00+0000`: no colon in the offset. */
export function graphTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, '+0000')
}
