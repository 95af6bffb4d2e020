import { didYouMean, plain } from './words.ts'
import { adFields, mediaFields } from './launch-fields.gen.ts'
import type { LaunchField } from './launch-fields.gen.ts'
import type { RowProblem } from './row-problem.ts'

/** One column that a sheet may have. */
export interface Column {
  /** Its usual title. */
  name: string
  /** Other titles that it is known by. */
  alsoCalled: readonly string[]
  field: LaunchField
  /** Whether it says something of the ad, or of each of its media. */
  of: 'ad' | 'media'
}

/** Columns that people know by other words than those of the interface. All others have the name of their field. */
const ownWords: Record<string, [name: string, ...alsoCalled: string[]]> = {
  adName: ['name', 'ad', 'pin name', 'promoted pin name'],
  adAccountId: [
    ...['account', 'ad account', 'account id', 'ad account id', 'business id', 'account name', 'ad account name'],
    ...['advertiser', 'advertiser id', 'advertiser name', 'customer', 'customer id'],
  ] as [string, ...string[]],
  // Each platform has its own word for what holds ads.
  adSets: [
    ...['ad set', 'ad set id', 'ad set ids', 'ad set name', 'ad group', 'ad group id', 'ad group name'],
    ...['ad squad', 'ad squad id', 'ad squad name'],
  ] as [string, ...string[]],
  adAccountType: ['platform'],
  page: ['page', 'page id', 'page name', 'facebook page', 'facebook page id', 'link object id'],
  secondary: [
    ...['secondary', 'instagram', 'insta', 'instagram id', 'instagram account', 'instagram account id'],
    ...['instagram account name', 'instagram profile'],
  ] as [string, ...string[]],
  title: ['title', 'ad title'],
  description: [
    ...['description', 'text', 'primary text', 'body', 'message', 'ad text', 'ad copy', 'body text'],
    ...['introductory text', 'intro text', 'caption'],
  ] as [string, ...string[]],
  adDescription: ['adDescription', 'link description'],
  cta: ['cta', 'call to action', 'call to action type', 'call to action text', 'button'],
  link: [
    ...['link', 'landing page', 'destination', 'destination url', 'website url', 'link url', 'url', 'web url'],
    ...['landing page url', 'final url', 'click url', 'web view url', 'attachment url'],
  ] as [string, ...string[]],
  urlTags: ['url tags', 'utm', 'utm tags', 'url parameters', 'tracking parameters', 'final url suffix'],
  status: ['status', 'ad status'],
  clientRef: ['client ref', 'reference'],
  launchPaused: ['launch paused', 'paused'],
  'partnershipAd.creatorId': ['creator id'],
  'partnershipAd.creatorPageId': ['creator page id'],
}

const mediaWords: Record<string, [name: string, ...alsoCalled: string[]]> = {
  url: [
    ...['media', 'file', 'files', 'image', 'images', 'picture', 'pictures', 'video', 'videos', 'media url', 'asset'],
    ...['image url', 'image hash', 'image file name', 'image name', 'video url', 'video file name', 'video name'],
    ...['file name', 'creative file', 'media file name'],
  ] as [string, ...string[]],
  // The ad itself has a type and a platform.
  type: ['media type'],
  platform: ['media platform'],
}

/** Every column there is. */
export const columns: readonly Column[] = [
  ...adFields.filter(({ name }) => name !== 'media').map((field) => columnOf(field, 'ad', ownWords)),
  ...mediaFields.map((field) => columnOf(field, 'media', mediaWords)),
]

function columnOf(field: LaunchField, of: Column['of'], words: typeof ownWords): Column {
  const [name = field.name, ...others] = words[field.name] ?? []
  return { name, alsoCalled: name === field.name || of === 'media' ? others : [field.name, ...others], field, of }
}

/** Those of the template, in the order in which people fill them in. */
export const usualColumns = [
  ...['name', 'account', 'ad set', 'platform', 'page', 'secondary', 'media', 'title', 'description'],
  ...['cta', 'link', 'url tags', 'client ref', 'launch paused'],
]

const byWord = new Map(
  columns.flatMap((column) => [column.name, ...column.alsoCalled].map((word) => [plain(word), column] as const)),
)

const neededColumns = ['name', 'account']

/** What stands in which place of a row. */
export interface Placed {
  place: number
  /** The title as it stands in the sheet. */
  title: string
  column: Column
}

/** Finds out what the columns of a sheet are; all that is wrong with the titles is told at once. */
export function placeColumns(titles: string[], row: number): { placed: Placed[]; problems: RowProblem[] } {
  const problems: RowProblem[] = []
  const placed: Placed[] = []
  const words = new Set(titles.map(plain))
  for (const [place, title] of titles.entries()) {
    if (title === '') continue
    const column = columnFor(plain(title), words)
    const twin = placed.find((other) => other.column === column)
    if (!column) problems.push({ row, column: title, message: unknownTitle(title) })
    else if (twin) problems.push({ row, column: title, message: `"${title}" and "${twin.title}" are the same column.` })
    else placed.push({ place, title, column })
  }
  for (const name of neededColumns) {
    if (placed.some(({ column }) => column.name === name)) continue
    problems.push({ row, column: name, message: `The column "${name}" is missing.` })
  }
  return { placed, problems }
}

/**
 * What is another word for a field that all platforms have is that field, unless the sheet has both: a headline is the title, and a
 * platform that has a headline of its own takes the title for it.
 */
export function columnFor(word: string, words: ReadonlySet<string>): Column | undefined {
  const column = byWord.get(holdsAds(word, words) ? 'adset' : word)
  const general = column?.field.otherwise && columns.find(({ field }) => field.name === column.field.otherwise)
  if (!general) return column
  const isThere = [general.name, ...general.alsoCalled].some((other) => words.has(plain(other)))
  return isThere ? column : general
}

/** Where campaigns lie in groups, ads lie in campaigns: what is an ad set elsewhere is called a campaign there. */
function holdsAds(word: string, words: ReadonlySet<string>): boolean {
  const isCampaign = ['campaign', 'campaignname', 'campaignid'].includes(word)
  return isCampaign && ['campaigngroup', 'campaigngroupname', 'campaigngroupid'].some((group) => words.has(group))
}

function unknownTitle(title: string): string {
  const names = columns.flatMap(({ name, alsoCalled }) => [name, ...alsoCalled])
  const hint = didYouMean(title, names)
  return `There is no column "${title}".${hint || ' `flightdeck launch --columns` lists those there are.'}`
}

/** `media.0.url` of an answer came from the column of the media's url. */
export function titleOfField(field: string, placed: readonly Placed[]): string {
  const title = (of: Column['of'], name: string) =>
    placed.find(({ column }) => column.of === of && column.field.name === name)?.title
  const inMedia = /^media(?:\.\d+)?(?:\.(.+))?$/.exec(field)
  if (inMedia) return title('media', inMedia[1] ?? 'url') ?? title('media', 'url') ?? 'media'
  const [first = field, second] = field.split('.')
  return title('ad', `${first}.${second}`) ?? title('ad', first) ?? first
}
