import { contentTypeOf, kindOf } from '../../files/probe/formats.ts'
import { formatSize } from '../../files/store/names.ts'
import type { MediaRow } from './library.ts'
import type { MediaStorage } from './storage.ts'

/** A row of the library as every endpoint shows it. */
export function presentMedia(row: MediaRow, storage: MediaStorage) {
  return {
    id: row.id,
    name: row.name,
    url: storage.urlOf(row.object_key),
    filename: row.filename,
    originalName: row.original_name,
    type: kindOf(row.format),
    contentType: contentTypeOf(row.format),
    dimensions: row.dimensions,
    size: row.size,
    sizeFormatted: formatSize(row.size),
    tags: row.tags,
    boardIds: row.board_ids,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
