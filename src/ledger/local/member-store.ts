import type { Filling, ImagePart } from "../../members/image.ts";
import type { Members } from "../../members/members.ts";

/** What makes the members, and knows what else hangs on them: the trees of an index. */
export interface MemberStore {
  empty(): Members;
  /** Parts of a flat image: of the members that were made last, and of what hangs on them. */
  image(): readonly ImagePart[];
  /** Members as the parts' descriptions say, to be used once the segments are filled. */
  fromImage(descriptions: readonly unknown[]): Filling<Members>;
}

/** A store that may know nothing of images. */
export type StoreOfMembers = Pick<MemberStore, "empty"> & Partial<MemberStore>;

export function makesImages(store: StoreOfMembers): store is MemberStore {
  return store.image !== undefined && store.fromImage !== undefined;
}
