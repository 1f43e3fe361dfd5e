export const MAX_VIEW_NAME_LENGTH = 60;

/** Filters, order and page size under a name, for the whole team. */
export interface SavedView {
  id: string;
  name: string;
  /** Query parameters of the lead store's page. */
  query: string;
}
