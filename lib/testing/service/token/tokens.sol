// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Tokens for tests on a development chain. The code is put at an address without a constructor, so `setUp` follows.
/// compiled.json holds what solc 0.8.37 makes of this file: optimizer on, 200 runs, EVM version paris.
contract PlainToken {
    string public symbol;
    uint8 public decimals;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function setUp(string calldata symbol_, uint8 decimals_) external {
        symbol = symbol_;
        decimals = decimals_;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(to, value);
        return true;
    }

    function transferTwice(address to, uint256 first, uint256 second) external {
        move(to, first);
        move(to, second);
    }

    function move(address to, uint256 value) internal virtual {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}

/// Keeps 1 % of each transfer for itself.
contract FeeToken is PlainToken {
    function move(address to, uint256 value) internal override {
        uint256 fee = value / 100;
        super.move(address(this), fee);
        super.move(to, value - fee);
    }
}
