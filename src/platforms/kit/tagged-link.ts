import type { LaunchAd } from '../contract/launch.ts'

/** For platforms that keep no tags beside the link: where a click leads, with the caller's tags in the query. */
export function taggedLink({ link, urlTags }: Pick<LaunchAd, 'link' | 'urlTags'>): string | undefined {
  const tags = urlTags?.replace(/^[?&]+/, '')
  if (!link || !tags) return link
  const [, address = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(link) ?? []
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}${tags}${fragment}`
}
