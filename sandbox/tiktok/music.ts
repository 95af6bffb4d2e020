import { advertiserOf, oneOf } from './call.ts'
import type { Call } from './call.ts'
import { pageOf } from './lists.ts'

export const musicIds = ['7000000000000000101', '7000000000000000102', '7000000000000000103']
const names = ['Morning Light', 'Slow Harbor', 'Pine Walk']

export function getMusic(call: Call): object {
  advertiserOf(call)
  oneOf(call.params, 'music_scene', ['CAROUSEL_ADS', 'CREATIVE_ASSET', 'CATALOG_CAROUSEL'], 'CREATIVE_ASSET')
  const rows = musicIds.map((id, index) => ({
    music_id: id,
    music_name: names[index],
    duration: 30,
    author: 'Sandbox',
  }))
  const { list, page_info } = pageOf(call, rows, { most: 100 })
  return { musics: list, page_info }
}
