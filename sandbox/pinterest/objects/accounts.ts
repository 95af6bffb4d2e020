import type { PersonId } from '../../core/consent/people.ts'
import { hashText } from '../../core/figures/random.ts'
import { ApiError, missing } from '../errors.ts'
import { pageOf } from '../lists.ts'
import type { Page } from '../lists.ts'
import type { Account, Board } from './objects.ts'
import { unixSeconds } from '../world.ts'
import type { ApiCall, World } from '../world.ts'

/** Eight digits that stand for a company in the ids of what it was seeded with. */
export function tenantNumber(tenant: string): string {
  return String(10_000_000 + (hashText(`pinterest ${tenant}`) % 90_000_000))
}

export function userOf(tenant: string, person: PersonId = 'owner'): { id: string; username: string } {
  const number = tenantNumber(tenant)
  if (person === 'assistant') return { id: `3${number}002`, username: `sam-${tenant}` }
  return { id: `3${number}001`, username: `harborpine-${tenant}` }
}

/** The account in the path; that of another company does not exist. */
export function accountIn(call: ApiCall, id: string): Account {
  const account = call.world.accounts.get(id)
  if (account?.tenant !== call.tenant || !call.opened.opens(id)) throw new ApiError(404, 2, 'Ad account not found.')
  return account
}

/** `?ad_account_id=` of the calls about pins and boards: acting for the owner of that account. */
export function checkActingFor(call: ApiCall): void {
  const id = call.request.query.get('ad_account_id')
  if (id !== null) accountIn(call, id)
}

function renderAccount({ id, name, currency, country, tenant, created, updated }: Account): object {
  return {
    id,
    name,
    owner: userOf(tenant),
    country,
    currency,
    permissions: ['OWNER'],
    created_time: unixSeconds(created),
    updated_time: unixSeconds(updated),
  }
}

export function listAccounts(call: ApiCall): Page {
  const all = call.world.accounts.lookup('tenant', call.tenant)
  return pageOf(
    call,
    all.filter(({ id }) => call.opened.opens(id)),
    renderAccount,
  )
}

export function readAccount(call: ApiCall, [id = '']: string[]): object {
  return renderAccount(accountIn(call, id))
}

export function readUser(call: ApiCall): object {
  checkActingFor(call)
  const { world, tenant } = call
  return {
    ...userOf(tenant, call.opened.person),
    account_type: 'BUSINESS',
    business_name: 'Harbor & Pine',
    profile_image: 'https://i.pinimg.example/profile.jpg',
    website_url: 'https://shop.example',
    board_count: world.boards.count('tenant', tenant),
    pin_count: world.pins.count('tenant', tenant),
    follower_count: 4210,
    following_count: 12,
    monthly_views: 90_312,
  }
}

export function boardIn(call: ApiCall, id: string): Board {
  const board = call.world.boards.get(id)
  if (board?.tenant !== call.tenant) throw new ApiError(404, 40, 'Board not found.')
  return board
}

function renderBoard(world: World, board: Board): object {
  return {
    id: board.id,
    name: board.name,
    description: board.description,
    privacy: board.privacy,
    owner: { username: userOf(board.tenant).username },
    created_at: new Date(board.created).toISOString(),
    board_pins_modified_at: new Date(board.updated).toISOString(),
    pin_count: world.pins.count('board', board.id),
    follower_count: 17,
    collaborator_count: 0,
    media: { image_cover_url: 'https://i.pinimg.example/cover.jpg', pin_thumbnail_urls: [] },
    is_ads_only: false,
  }
}

export function listBoards(call: ApiCall): Page {
  checkActingFor(call)
  return pageOf(call, call.world.boards.lookup('tenant', call.tenant), (board) => renderBoard(call.world, board))
}

export function readBoard(call: ApiCall, [id = '']: string[]): object {
  checkActingFor(call)
  return renderBoard(call.world, boardIn(call, id))
}

export function belonging<T extends { account_id: string }>(found: T | undefined, { id }: Account, what: string): T {
  if (found?.account_id !== id) throw missing(what)
  return found
}
