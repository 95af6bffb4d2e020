import { advertiserOf, isoStamp, oneOf, optionalObject, requiredText } from '../call.ts'
import type { Call } from '../call.ts'
import { pageOf } from '../lists.ts'
import { required } from '../../core/required.ts'

export const musicIds = ['7000000000000000101', '7000000000000000102', '7000000000000000103']
const names = ['Morning Light', 'Slow Harbor', 'Pine Walk']
const styles = ['HAPPY', 'CALM', 'SUMMER']
const scenes = ['CAROUSEL_ADS', 'CREATIVE_ASSET', 'CATALOG_CAROUSEL']
const searches = ['SEARCH_BY_KEYWORD', 'SEARCH_BY_RECOMMEND', 'SEARCH_BY_LIKED', 'SEARCH_BY_HISTORY']

export function getMusic(call: Call): object {
  const { created } = advertiserOf(call)
  const scene = oneOf(call.params, 'music_scene', scenes, 'CREATIVE_ASSET')
  const word = scene === 'CREATIVE_ASSET' ? '' : wantedWord(call)
  const rows = musicIds
    .map((id, index) => ({
      music_id: id,
      material_id: `${id}9`,
      file_name: required(names[index], 'name of the track'),
      style: required(styles[index], 'style of the track'),
      duration: 30,
      author: 'Sandbox',
      sources: ['SYSTEM'],
      liked: false,
      create_time: isoStamp(created),
      modify_time: isoStamp(created),
    }))
    .filter(({ file_name: name, style }) => `${name} ${style}`.toLowerCase().includes(word))
  const { list, page_info } = pageOf(call, rows, { max: 100 })
  return { musics: list, page_info }
}

/** For ads made of pictures, music is only found by a search. */
function wantedWord({ params }: Call): string {
  requiredText(params, 'search_type')
  if (oneOf(params, 'search_type', searches, '') !== 'SEARCH_BY_KEYWORD') return ''
  return requiredText(optionalObject(params, 'filtering'), 'keyword').toLowerCase()
}
