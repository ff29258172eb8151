import "server-only";
import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type PrimitiveValueListNode,
  type ValueNode,
} from "kysely";

/**
 * Invariant: no text from outside can make a write fail. PostgreSQL refuses text with a NUL, which a service may put
 * into any field of its answer; it is stored as the replacement character, on both engines alike.
 */
export class StorableText implements KyselyPlugin {
  readonly #transformer = new WithoutNul();

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    return this.#transformer.transformNode(node, queryId);
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }
}

class WithoutNul extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: withoutNul(node.value) };
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map(withoutNul) };
  }
}

/** A text as it is read once it is stored: without a NUL, and without half a character, which no UTF-8 has. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}

/** Rows as JSON that PostgreSQL takes: it refuses the escape of a NUL, and of half a character, in every text. */
export function toStorableJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_name, value: unknown) =>
    typeof value === "string" ? toStorableText(value) : value,
  );
}

function withoutNul(value: unknown): unknown {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value;
}
