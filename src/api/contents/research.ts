import type { Operation } from '../../call/operation.ts'
import { researchAdDetails, researchAds } from '../v1/research/rpc/ads.ts'
import { followedBrands, researchBrand } from '../v1/research/rpc/brands.ts'
import { createResearchBoard, researchBoards } from '../v1/research/rpc/boards.ts'
import { mutateResearch, queryResearch } from '../v1/research/rpc.ts'
import { scrapeById, startScrape } from '../v1/research/scrape.ts'
import { addTemplate, templateList } from '../v1/ad-copy-templates/index.ts'
import { patchTemplate, removeTemplate, templateById } from '../v1/ad-copy-templates/id.ts'
import { olderTemplateList } from '../api/ad-copy-templates.ts'

/** Competitors' ads, and texts to reuse. */
export const researchOperations: Operation[] = [
  researchAds,
  researchAdDetails,
  researchBrand,
  followedBrands,
  researchBoards,
  createResearchBoard,
  queryResearch,
  mutateResearch,
  startScrape,
  scrapeById,
  templateList,
  addTemplate,
  templateById,
  patchTemplate,
  removeTemplate,
  olderTemplateList,
]
