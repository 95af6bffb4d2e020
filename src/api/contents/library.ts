import type { Operation } from '../../call/operation.ts'
import { upload } from '../upload/index.ts'
import { uploadUrl } from '../upload/url.ts'
import { mediaUpload } from '../v1/media/upload.ts'
import { mediaUploadUrl } from '../v1/media/upload/url.ts'
import { listOfMedia } from '../v1/media/index.ts'
import { mediaById, patchMedia, removeMedia } from '../v1/media/id.ts'
import { usesOfMedia } from '../v1/media/uses.ts'
import { libraryAsset, libraryAssets } from '../v1/library/assets.ts'
import { addBoard, libraryBoards } from '../v1/library/boards.ts'
import { patchBoard, removeBoard } from '../v1/library/boards/id.ts'
import { boardAssets, changeBoardAssets } from '../v1/library/boards/assets.ts'
import { libraryTags } from '../v1/library/tags.ts'

/** Media, boards and tags. */
export const libraryOperations: Operation[] = [
  upload,
  uploadUrl,
  mediaUpload,
  mediaUploadUrl,
  listOfMedia,
  mediaById,
  usesOfMedia,
  patchMedia,
  removeMedia,
  libraryAssets,
  libraryAsset,
  libraryBoards,
  addBoard,
  patchBoard,
  removeBoard,
  boardAssets,
  changeBoardAssets,
  libraryTags,
]
