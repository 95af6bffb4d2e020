import { initTRPC, TRPCError } from '@trpc/server'
import { z } from 'zod'
import { brands, findBrand } from './brands.ts'
import type { Brand } from './brands.ts'
import { adFilters, chooseAds, pageInput, pageOf } from './lists.ts'
import type { LibraryAd } from './library.ts'
import { adDetails, adView, boardView, brandOverview, brandView, followView } from './present.ts'
import type { View } from './present.ts'
import { addBoard, ensureTenant } from './world.ts'
import type { StoredBoard, World } from './world.ts'

/** What a call comes with; no tenant: its key opens nothing. */
interface CallContext {
  world: World
  tenant: string | undefined
  origin: string
}

const t = initTRPC.context<CallContext>().create({ isDev: false })

const procedure = t.procedure.use(({ ctx, next }) => {
  const { world, tenant, origin } = ctx
  if (tenant === undefined) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'The key opens nothing.' })
  ensureTenant(world, tenant)
  const view: View = { world, tenant, origin }
  return next({ ctx: { view } })
})

const id = z.string().min(1).max(50)
const maxAdsOnBoard = 500

function adWith({ world }: View, adId: string): LibraryAd {
  const ad = world.library().find((each) => each.id === adId)
  if (!ad) throw new TRPCError({ code: 'NOT_FOUND', message: `There is no ad ${adId}.` })
  return ad
}

function brandWith(brandId: string): Brand {
  const brand = findBrand(brandId)
  if (!brand) throw new TRPCError({ code: 'NOT_FOUND', message: `There is no brand ${brandId}.` })
  return brand
}

function boardWith({ world, tenant }: View, boardId: string): StoredBoard {
  const board = world.boards.get(`${tenant} ${boardId}`)
  if (!board) throw new TRPCError({ code: 'NOT_FOUND', message: `There is no board ${boardId}.` })
  return board
}

const ads = t.router({
  list: procedure.input(adFilters).query(({ ctx: { view }, input }) => {
    const { items, ...page } = pageOf(chooseAds(view.world.library(), input), input)
    return { items: items.map((ad) => adView(view, ad)), ...page }
  }),
  getDetails: procedure
    .input(z.strictObject({ adId: id }))
    .query(({ ctx: { view }, input }) => adDetails(view, adWith(view, input.adId))),
})

const boards = t.router({
  list: procedure.input(z.strictObject(pageInput)).query(({ ctx: { view }, input }) => {
    const { items, ...page } = pageOf(view.world.boards.lookup('tenant', view.tenant), input)
    return { items: items.map(boardView), ...page }
  }),
  get: procedure.input(z.strictObject({ boardId: id })).query(({ ctx: { view }, input }) => {
    const board = boardWith(view, input.boardId)
    return { ...boardView(board), ads: board.adIds.map((adId) => adView(view, adWith(view, adId))) }
  }),
  create: procedure
    .input(z.strictObject({ name: z.string().trim().min(1).max(100), description: z.string().max(1000).optional() }))
    .mutation(({ ctx: { view }, input: { name, description = null } }) =>
      boardView(addBoard(view.world, view.tenant, { name, description, adIds: [] })),
    ),
  addAd: procedure.input(z.strictObject({ boardId: id, adId: id })).mutation(({ ctx: { view }, input }) => {
    const board = boardWith(view, input.boardId)
    const { id: adId } = adWith(view, input.adId)
    if (board.adIds.length >= maxAdsOnBoard)
      throw new TRPCError({ code: 'PRECONDITION_FAILED', message: `A board takes ${maxAdsOnBoard} ads.` })
    const adIds = [...new Set([...board.adIds, adId])]
    return boardView(view.world.boards.put(`${view.tenant} ${board.id}`, { ...board, adIds }))
  }),
})

const brand = t.router({
  getOverview: procedure
    .input(z.strictObject({ brandId: id }))
    .query(({ ctx: { view }, input }) => brandOverview(view, brandWith(input.brandId))),
  search: procedure
    .input(z.strictObject({ ...pageInput, search: z.string().max(200).default('') }))
    .query(({ ctx: { view }, input }) => {
      const found = brands.filter(({ name }) => name.toLowerCase().includes(input.search.toLowerCase()))
      const { items, ...page } = pageOf(found, input)
      return { items: items.map((each) => brandView(view, each)), ...page }
    }),
})

const companies = t.router({
  listFollowed: procedure.input(z.strictObject(pageInput)).query(({ ctx: { view }, input }) => {
    const { items, ...page } = pageOf(view.world.follows.lookup('tenant', view.tenant), input)
    return { items: items.map((follow) => followView(view, follow)), ...page }
  }),
  follow: procedure.input(z.strictObject({ brandId: id })).mutation(({ ctx: { view }, input }) => {
    const { id: brandId } = brandWith(input.brandId)
    const { world, tenant } = view
    const key = `${tenant} ${brandId}`
    const follow = world.follows.get(key) ?? { tenant, brandId, followedAt: world.now().toISOString() }
    return followView(view, world.follows.put(key, follow))
  }),
  unfollow: procedure.input(z.strictObject({ brandId: id })).mutation(({ ctx: { view }, input }) => {
    const { id: brandId } = brandWith(input.brandId)
    view.world.follows.remove(`${view.tenant} ${brandId}`)
    return { brandId, isFollowed: false }
  }),
})

export const researchRouter = t.router({ ads, boards, brand, companies })
export type ResearchRouter = typeof researchRouter
