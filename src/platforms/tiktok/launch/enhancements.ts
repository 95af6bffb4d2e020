import type { Enhancement, Enhancements } from '../../contract/enhancements.ts'
import type { PreparedMedia } from '../../contract/media.ts'

const list = 'creative_auto_enhancement_strategy_list'

const listed = (on: string, of?: Enhancement['of']): Enhancement => ({
  place: list,
  on,
  ...(of ? { of } : {}),
})

/** Which of them are on where nothing is sent depends on the account. */
const everywhere = {
  music_refresh: listed('MUSIC_REFRESH'),
  video_quality: listed('VIDEO_QUALITY', 'videos'),
  image_quality: listed('IMAGE_QUALITY', 'pictures'),
  image_resize: listed('IMAGE_RESIZE', 'pictures'),
} satisfies Enhancements

const dub = 'TRANSLATE_AND_DUB'

/** Has a place of its own: whether the platform puts into the ad what it made itself. */
export const autoAdd = 'auto_add'

export const enhancements = {
  ...everywhere,
  // Only Smart+ ads have it, whose list stands there.
  translate_and_dub: { ...listed(dub, 'videos'), place: `ad_configuration.${list}` },
  [autoAdd]: { place: 'creative_auto_add_toggle', on: true, off: false },
} satisfies Enhancements

/** Those of the list that an ad made of such files can have; a post, of which nobody knows, counts as pictures. */
export function listedFor(media: readonly Pick<PreparedMedia, 'kind'>[], isSmart = false): Enhancements {
  const videos = media.some(({ kind }) => kind === 'video')
  const pictures = media.length === 0 || media.some(({ kind }) => kind !== 'video')
  const { [autoAdd]: _own, ...smart } = enhancements
  const known: Enhancements = isSmart ? smart : everywhere
  return Object.fromEntries(
    Object.entries(known).filter(([, { of }]) => of === undefined || (of === 'videos' ? videos : pictures)),
  )
}

/** The list of a Smart+ ad as receipts hold it: each of its words where the table says that it stands. */
export function placedStrategies(words: unknown): Record<string, unknown> {
  if (!Array.isArray(words)) return {}
  const isDub = (word: unknown) => word === dub
  return { [list]: words.filter((word) => !isDub(word)), ad_configuration: { [list]: words.filter(isDub) } }
}
