import { useQuery } from '@tanstack/react-query'
import type { AdAccount } from '../../../../client/src/index.ts'
import { flightdeck } from '../../data/flightdeck.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { webAddress, WebLink } from '../../ui/web-link.tsx'
import type { Entity } from '../../data/campaigns.ts'

interface Shown {
  speaker: string | null
  speakerPicture: string | null
  texts: string[]
  headlines: string[]
  descriptions: string[]
  button: string | null
  link: string | null
  picture: string | null
  video: string | null
}

interface PreviewProps {
  account: AdAccount
  entity: Entity
  onClose: () => void
}

/** The ad as people see it, as far as the platform tells what it shows. */
export function Preview({ account, entity, onClose }: PreviewProps) {
  const shown = useQuery({
    queryKey: ['tree', account.id, 'preview', entity.id],
    queryFn: () => read(account, entity),
  })
  return (
    <Dialog open onClose={onClose} title="Preview" lead={entity.name}>
      {shown.isPending && <Loading what="the ad" />}
      {shown.isError && <Problem error={shown.error} again={() => void shown.refetch()} />}
      {shown.data && <Drawn shown={shown.data} />}
    </Dialog>
  )
}

function Drawn({ shown }: { shown: Shown }) {
  const { texts, headlines, descriptions, link, button } = shown
  const isBare = texts.length + headlines.length + descriptions.length === 0
  return (
    <article className="overflow-hidden rounded-lg border">
      {shown.speaker && (
        <header className="flex items-center gap-2 p-3">
          <Picture of={shown.speakerPicture} className="size-8 rounded-full" />
          <span className="font-medium">{shown.speaker}</span>
        </header>
      )}
      <Options of={texts} className="px-3 pb-3" />
      {webAddress(shown.video) ? (
        <video controls src={webAddress(shown.video)!} className="max-h-96 w-full bg-black" />
      ) : (
        <Picture of={shown.picture} className="max-h-96 w-full bg-raised object-contain" />
      )}
      <div className="flex flex-wrap items-end justify-between gap-2 p-3">
        <div className="min-w-0">
          <Options of={headlines} className="font-medium" />
          <Options of={descriptions} className="text-muted" />
          {link && (
            <p className="truncate text-[13px]">
              <WebLink to={link}>{link}</WebLink>
            </p>
          )}
        </div>
        {button && (
          <span className="rounded bg-raised px-2 py-1 font-medium">{button.replaceAll('_', ' ').toLowerCase()}</span>
        )}
      </div>
      {isBare && <p className="px-3 pb-3 text-muted">The platform tells nothing more of what this ad shows.</p>}
    </article>
  )
}

function Picture({ of, className }: { of: string | null; className: string }) {
  const address = webAddress(of)
  return address ? <img src={address} alt="" className={className} /> : null
}

/** Where an ad has several texts, the platform chooses among them. */
function Options({ of, className }: { of: string[]; className: string }) {
  return of.map((text, at) => (
    <p key={at} className={`whitespace-pre-line ${className} ${at > 0 ? 'border-t pt-1' : ''}`}>
      {text}
    </p>
  ))
}

const nothing: Shown = {
  ...{ speaker: null, speakerPicture: null, texts: [], headlines: [], descriptions: [] },
  ...{ button: null, link: null, picture: null, video: null },
}

async function read(account: AdAccount, entity: Entity): Promise<Shown> {
  if (account.platform === 'primary') return readPrimary(entity)
  if (account.platform === 'google-ads') return readSearch(account, entity)
  return { ...nothing, picture: entity.thumbnailUrl }
}

type Loose = Record<string, unknown>
const part = (of: unknown, name: string): Loose => {
  const found = typeof of === 'object' && of !== null ? (of as Loose)[name] : null
  return typeof found === 'object' && found !== null ? (found as Loose) : {}
}
const words = (...values: unknown[]): string[] =>
  values.filter((value) => typeof value === 'string' && value !== '') as string[]
const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.flatMap((each) => words((each as Loose | null)?.text)) : []

async function readPrimary(entity: Entity): Promise<Shown> {
  const { data } = await flightdeck.getAdDebugData({ adIds: [entity.id] })
  const [ad] = data
  if (!ad?.success) throw new Error(ad?.error ?? 'The platform tells nothing of this ad.')
  const story = part(ad.creative, 'object_story_spec')
  const feed = part(ad.creative, 'asset_feed_spec')
  const main = [part(story, 'link_data'), part(story, 'video_data')].find((each) => Object.keys(each).length > 0) ?? {}
  const action = part(main, 'call_to_action')
  return {
    speaker: ad.pageMetadata?.pageName ?? null,
    speakerPicture: ad.pageMetadata?.profileImageUrl ?? null,
    texts: [...words(main.message), ...textsIn(feed.bodies)],
    headlines: [...words(main.name, main.title), ...textsIn(feed.titles)],
    descriptions: [...words(main.description, main.link_description), ...textsIn(feed.descriptions)],
    button: words(action.type)[0] ?? null,
    link: words(main.link, part(action, 'value').link)[0] ?? null,
    picture: ad.videoThumbnail ?? entity.thumbnailUrl,
    video: ad.videoSource,
  }
}

async function readSearch(account: AdAccount, entity: Entity): Promise<Shown> {
  const asked = { accountId: account.id, adGroupId: entity.adSetId ?? undefined, limit: 200 }
  for await (const ad of flightdeck.all.listSearchAds(asked)) {
    if (ad.id !== entity.id) continue
    const { headlines, descriptions, links } = ad
    return { ...nothing, headlines, descriptions, link: links[0] ?? null }
  }
  return nothing
}
