interface Node {
  id: string
  name: string
  status: string
  spend: number | null
  results: number | null
}
interface Creative extends Node {
  postId: string
}
interface Campaign extends Node {
  format: string
  organizationId: string
  dailyBudget: number | null
  creatives?: Creative[]
}
export interface Group extends Node {
  campaigns?: Campaign[]
}
/** Groups, their campaigns and creatives, as `GET /v1/linkedin/manage` answers them. */
export interface NetworkTree {
  data: Group[]
  pagination: { hasMore: boolean; nextCursor: string | null }
  metadata: { currency: string }
}
