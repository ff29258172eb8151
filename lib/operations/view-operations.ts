import { Done } from "#lib/contract/people-answers";
import { SavedView, SavedViews, ViewChange, ViewInput } from "#lib/contract/transfer/views";
import type { ApiOperations } from "./api-operation";

/** Names for lists, one's own or everybody's. */

export const viewOperations = {
  "GET /api/views": {
    id: "listViews",
    text: "The saved views of the person and of everybody, each with how many transfers it has.",
    may: "read",
    answers: { 200: { text: "The views.", schema: SavedViews } },
  },
  "POST /api/views": {
    id: "saveView",
    text: "Saves the filters of a list under a name, for the person or, by finance, for everybody. The same again saves nothing twice; a name that is in use for other filters is refused.",
    may: "read",
    body: () => ViewInput,
    answers: { 201: { text: "The view.", schema: SavedView } },
    problems: ["not_allowed", "view_exists", "not_possible_now"],
  },
  "PATCH /api/views/[id]": {
    id: "renameView",
    text: "Renames a view. A repeat changes nothing.",
    may: "read",
    body: () => ViewChange,
    answers: { 200: { text: "The view.", schema: SavedView } },
    problems: ["not_found", "not_allowed", "view_exists"],
  },
  "DELETE /api/views/[id]": {
    id: "deleteView",
    text: "Deletes a view. A repeat changes nothing.",
    may: "read",
    answers: { 200: { text: "There is no such view.", schema: Done } },
    problems: ["not_allowed"],
  },
} satisfies ApiOperations;
