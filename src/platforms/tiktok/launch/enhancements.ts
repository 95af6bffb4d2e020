import type { Enhancement, Enhancements } from '../../contract/enhancements.ts'

const listed = (on: string, of?: Enhancement['of']): Enhancement => ({
  place: 'creative_auto_enhancement_strategy_list',
  on,
  ...(of ? { of } : {}),
})

/** Which of them are on where nothing is sent depends on the account. */
export const enhancements = {
  music_refresh: listed('MUSIC_REFRESH'),
  video_quality: listed('VIDEO_QUALITY', 'videos'),
  image_quality: listed('IMAGE_QUALITY', 'pictures'),
  image_resize: listed('IMAGE_RESIZE', 'pictures'),
} satisfies Enhancements

/** Those that an ad made of such a file can have. */
export function fitting(isVideo: boolean): Enhancements {
  const other = isVideo ? 'pictures' : 'videos'
  return Object.fromEntries(Object.entries(enhancements).filter(([, { of }]) => of !== other))
}
